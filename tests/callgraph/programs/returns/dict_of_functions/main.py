def start():
    return 1


def stop():
    return 2


def controls():
    return {"start": start, "stop": stop}


def run():
    return controls()["start"]()


def halt():
    panel = controls()
    return panel["stop"]()


run()
halt()
