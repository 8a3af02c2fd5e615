def hot():
    return 1


def cold():
    return 2


def make(f):
    def use():
        return f()

    return use


def kitchen():
    return make(hot)()


def cellar():
    return make(cold)()


kitchen()
cellar()
