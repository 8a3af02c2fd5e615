class Box:
    pass


def fill():
    return 1


def drain():
    return 2


box = Box()
box.start = fill
box.stop = drain


def begin():
    return box.start()


def end():
    return box.stop()


begin()
end()
