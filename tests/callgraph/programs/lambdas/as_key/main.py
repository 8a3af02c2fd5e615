def rank(x):
    return -x


def order(values):
    return sorted(values, key=lambda v: rank(v))


order([1, 2])
