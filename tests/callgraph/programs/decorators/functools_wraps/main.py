import functools


def checked(function):
    @functools.wraps(function)
    def check(*args, **kwargs):
        return function(*args, **kwargs)

    return check


@checked
def add(a, b=0):
    return a + b


@checked
def mul(a, b):
    return a * b


def use():
    return add(1, b=2) + mul(2, 3)


use()
