def read():
    return 1


def write():
    return 2


def pair():
    return read, write


def use_first():
    r, w = pair()
    return r()


def use_second():
    return pair()[1]()


use_first()
use_second()
