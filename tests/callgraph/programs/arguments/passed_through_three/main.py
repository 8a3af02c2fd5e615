def last():
    return 3


def c(f):
    return f()


def b(f):
    return c(f)


def a(f):
    return b(f)


a(last)
