import functools
import operator


def compare(a, b):
    return a - b


def sort(values):
    return sorted(values, key=functools.cmp_to_key(compare))


class Item:
    def size(self):
        return 1

    @property
    def weight(self):
        return 2


def sizes(items):
    return list(map(operator.methodcaller("size"), items))


def weights(items):
    return list(map(operator.attrgetter("weight"), items))


sort([2, 1])
sizes([Item()])
weights([Item()])
