def name():
    return "n"


def size():
    return 1


pairs = [("a", name), ("b", name)]
single = (size, name)


def loop():
    for label, f in pairs:
        f()


def direct():
    f, g = single
    return f()


loop()
direct()
