def hook():
    return 1


def inner(x, after=None):
    return after()


def outer(*args, **kwargs):
    return inner(*args, **kwargs)


outer(1, after=hook)
