def target(x):
    return x


def build():
    return [lambda y=x: target(y) for x in range(2)]


def use():
    return [f() for f in build()]


use()
