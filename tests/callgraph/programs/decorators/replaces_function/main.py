def instead():
    return 2


def swap(f):
    return instead


@swap
def never_called():
    return 1


def use():
    return never_called()


use()
