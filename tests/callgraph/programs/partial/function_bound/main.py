from functools import partial


def apply(f, x):
    return f(x)


def inc(x):
    return x + 1


def dec(x):
    return x - 1


up = partial(apply, inc)
down = partial(apply, dec)


def use():
    return up(1) + down(1)


use()
