def same(f):
    return f


def east():
    return "e"


def west():
    return "w"


def go_east():
    return same(east)()


def go_west():
    return same(west)()


go_east()
go_west()
