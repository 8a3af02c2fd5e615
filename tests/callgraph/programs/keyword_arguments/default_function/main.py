def usual():
    return 1


def special():
    return 2


def run(f=usual):
    return f()


run()
run(f=special)
