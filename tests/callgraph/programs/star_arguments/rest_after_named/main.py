def head():
    return 1


def tail():
    return 2


def run(f, *rest, g=None):
    f()
    for r in rest:
        r()
    return g


run(head, tail, tail, g=3)
