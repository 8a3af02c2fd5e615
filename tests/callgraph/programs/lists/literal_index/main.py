def a():
    return 1


def b():
    return 2


steps = [a, b]


def first():
    return steps[0]()


def last():
    return steps[-1]()


first()
last()
