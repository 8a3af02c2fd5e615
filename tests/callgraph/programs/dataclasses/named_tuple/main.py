from typing import NamedTuple


class Pair(NamedTuple):
    left: int
    right: int

    def total(self):
        return self.left + self.right

    @property
    def first(self):
        return self.left


def use():
    pair = Pair(1, 2)
    return pair.total() + pair.first


use()
