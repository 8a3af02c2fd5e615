def real():
    return 1


def find(known):
    if known:
        return real
    return None


def use(known):
    f = find(known)
    if f is not None:
        return f()
    return None


use(True)
use(False)
