def leaf():
    return 1


def inner():
    yield leaf()


def outer():
    yield from inner()


def collect():
    return list(outer())


collect()
