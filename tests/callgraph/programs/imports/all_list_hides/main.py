def word():
    return "mine"


from words import *


def say():
    return word() + phrase()


say()
