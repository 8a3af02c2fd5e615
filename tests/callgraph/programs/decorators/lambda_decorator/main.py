@lambda f: (lambda: f())
def inside():
    return 1


def use():
    return inside()


use()
