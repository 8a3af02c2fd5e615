def a():
    return 1


def b():
    return 2


def c():
    return 3


def select(n):
    if n == 0:
        return a
    for i in range(n):
        if i == 2:
            return b
    return c


def run(n):
    return select(n)()


run(0)
run(3)
run(1)
