from functools import lru_cache


def expensive(n):
    return n


@lru_cache(maxsize=None)
def compute(n):
    return expensive(n)


@lru_cache
def other(n):
    return expensive(n)


def use():
    return compute(1) + other(2)


use()
