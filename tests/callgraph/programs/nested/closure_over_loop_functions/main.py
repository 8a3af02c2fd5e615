def a():
    return 1


def b():
    return 2


def chain(*functions):
    def run():
        return [f() for f in functions]

    return run


def twice(f):
    return chain(f, f)


def use():
    return chain(a, b)()


def more():
    return twice(twice(a))()


use()
more()
