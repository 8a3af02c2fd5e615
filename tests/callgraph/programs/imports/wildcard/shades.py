def dark():
    return 0


def blue():
    return 2
