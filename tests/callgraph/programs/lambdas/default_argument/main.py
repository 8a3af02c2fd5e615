def inner():
    return 1


def run(f=lambda: inner()):
    return f()


run()
