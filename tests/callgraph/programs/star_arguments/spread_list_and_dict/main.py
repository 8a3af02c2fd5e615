def left():
    return 1


def right():
    return 2


def run(a, b):
    a()
    return last(b)


def last(b):
    return b()


def use_list():
    pair = [left, right]
    return run(*pair)


def use_dict():
    named = {"b": right, "a": left}
    return run(**named)


use_list()
use_dict()
