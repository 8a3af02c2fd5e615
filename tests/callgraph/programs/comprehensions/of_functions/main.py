def one():
    return 1


def two():
    return 2


def all_of():
    return [f() for f in (one, two)]


all_of()
