def work():
    return 1


a = b = c = work


def by_a():
    return a()


def by_c():
    return c()


by_a()
by_c()
