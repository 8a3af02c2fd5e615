def lift():
    return 1


def lower():
    return 2
