def target():
    return 1


f = lambda: target()
f()


def use():
    g = lambda x: target()
    return g(1)


use()
