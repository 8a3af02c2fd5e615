def a():
    return 1


def b():
    return 2


def run(first, second):
    first()
    return then(second)


def then(f):
    return f()


run(second=b, first=a)
