def double(x):
    return 2 * x


def positive(x):
    return x > 0


def chain(values):
    return sum(map(double, filter(positive, values)))


chain([-1, 1])
