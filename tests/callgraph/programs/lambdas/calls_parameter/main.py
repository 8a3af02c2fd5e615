def good():
    return 1


call = lambda f: f()


def use():
    return call(good)


use()
