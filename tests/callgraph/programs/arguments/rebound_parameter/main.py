def given():
    return "given"


def preferred():
    return "preferred"


def use(f):
    f()
    f = preferred
    return f()


use(given)
