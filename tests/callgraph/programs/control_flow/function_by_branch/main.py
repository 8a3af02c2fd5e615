def plus(x):
    return x + 1


def minus(x):
    return x - 1


def zero(x):
    return 0


def step(sign):
    if sign > 0:
        f = plus
    elif sign < 0:
        f = minus
    else:
        f = zero
    return f(1)


step(1)
step(-1)
step(0)
