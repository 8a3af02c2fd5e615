handlers = {}


def on(event):
    def add(f):
        handlers[event] = f
        return f

    return add


@on("start")
def started():
    return 1


@on("stop")
def stopped():
    return 2


def start():
    return handlers["start"]()


def stop():
    return handlers["stop"]()


start()
stop()
