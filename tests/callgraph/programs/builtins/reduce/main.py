from functools import reduce


def add(total, x):
    return total + x


def total(values):
    return reduce(add, values, 0)


total([1, 2, 3])
