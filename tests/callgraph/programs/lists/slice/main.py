def zero():
    return 0


def one():
    return 1


def two():
    return 2


steps = [zero, one, two]


def middle():
    for f in steps[1:2]:
        f()


def front():
    return steps[:1][0]()


def backward():
    for f in reversed([two]):
        f()


middle()
front()
backward()
