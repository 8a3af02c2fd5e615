def wrap(f):
    def wrapped():
        return f()

    return wrapped


def raw():
    return 1


def use():
    return wrap(raw)()


cooked = wrap(raw)
cooked()
use()
