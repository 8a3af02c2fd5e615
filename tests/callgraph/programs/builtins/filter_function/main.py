def is_even(x):
    return x % 2 == 0


def is_small(x):
    return x < 10


def evens(values):
    return list(filter(is_even, values))


def smalls(values):
    return tuple(filter(is_small, values))


evens([1, 2])
smalls([1, 20])
