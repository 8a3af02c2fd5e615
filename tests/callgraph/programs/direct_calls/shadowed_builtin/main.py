def len(x):
    return 0


def size(x):
    return len(x)


size([1])
