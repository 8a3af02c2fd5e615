def hammer():
    return swing()


def swing():
    return 1
