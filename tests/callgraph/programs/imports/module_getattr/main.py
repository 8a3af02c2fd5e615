import lazy
from lazy import other


def use():
    return lazy.tool() + other()


use()
