def square(x):
    return x * x


def squares(values):
    return list(map(square, values))


squares([1, 2])
