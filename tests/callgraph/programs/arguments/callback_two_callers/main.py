def red():
    return 1


def blue():
    return 2


def paint(brush):
    return brush()


def room():
    return paint(red)


def roof():
    return paint(blue)


room()
roof()
