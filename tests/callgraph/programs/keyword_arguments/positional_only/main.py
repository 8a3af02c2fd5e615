def one():
    return 1


def two():
    return 2


def run(f, /, g):
    return f() + finish(g)


def finish(f):
    return f()


run(one, g=two)
