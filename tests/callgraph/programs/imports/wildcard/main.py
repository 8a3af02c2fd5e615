from colors import *


def paint():
    return red() + blue()


paint()
