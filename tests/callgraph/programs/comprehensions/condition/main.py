def keep(x):
    return x > 1


def change(x):
    return -x


def source():
    return [1, 2]


def pick():
    return [change(x) for x in source() if keep(x)]


pick()
