def a():
    return 1


def b():
    return 2


pair = (lambda: a(), lambda: b())
same = [lambda: a(), lambda: a()]


def first():
    return pair[0]()


def second():
    return pair[1]()


def third():
    return same[1]()


first()
second()
third()
same[0]()
