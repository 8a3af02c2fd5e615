from zoo import *


def cat():
    return "own cat"


def visit():
    return dog() + cat() + _bird()


visit()
