def early():
    return 1


current = early


def run(f=current):
    return f()


def late():
    return 2


current = late


def other():
    return current()


run()
other()
