def inner(x):
    return x + 1


def middle(x):
    return inner(x) * 2


def outer(x, y):
    return x + y


outer(middle(1), inner(2))
