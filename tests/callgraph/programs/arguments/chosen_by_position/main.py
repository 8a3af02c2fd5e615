def first():
    return 1


def never_second():
    return 2


def pick(f, g):
    return f()


pick(first, never_second)
