def head():
    return 0


def middle():
    return 1


def tail():
    return 2


start, *rest, end = [head, middle, tail]
start()
end()


def between():
    return rest[0]()


between()
