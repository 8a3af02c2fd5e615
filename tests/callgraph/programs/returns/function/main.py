def inner():
    return 1


def outer():
    return inner


def use():
    f = outer()
    return f()


use()
