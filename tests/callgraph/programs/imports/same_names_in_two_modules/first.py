def act():
    return helper()


def helper():
    return 1
