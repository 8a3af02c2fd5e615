def apply(f):
    return f(1)


def double(x):
    return 2 * x


def use():
    return apply(lambda x: double(x))


use()
