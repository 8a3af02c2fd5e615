import math


def sqrt(x):
    return x


def root(x):
    return math.sqrt(x)


def own(x):
    return sqrt(x)


root(4)
own(4)
