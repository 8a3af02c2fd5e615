from functools import partial


def volume(a, b, c):
    return a * b * c


flat = partial(volume, 1)
line = partial(flat, 2)


def use():
    return line(3)


use()
