def outer(f):
    def first():
        return f()

    return first


def inner(f):
    def second():
        return f()

    return second


@outer
@inner
def core():
    return 1


core()
