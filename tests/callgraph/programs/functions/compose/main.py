def compose(f, g):
    def both(x):
        return f(g(x))

    return both


def inc(x):
    return x + 1


def neg(x):
    return -x


def use():
    return compose(inc, neg)(1)


use()
