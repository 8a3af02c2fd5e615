def scale(x):
    return x * 2


def scaled(values):
    return [scale(v) for v in values]


scaled([1, 2])
