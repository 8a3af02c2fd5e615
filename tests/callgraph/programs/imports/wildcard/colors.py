from shades import *


def red():
    return 1


def _hidden():
    return dark()


secret = _hidden()
