class Bag:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return count(self.items)


def count(items):
    return len(items)


def empty(bag):
    if not bag:
        return True
    return False


def size(bag):
    return len(bag)


empty(Bag([]))
empty(Bag([1]))
size(Bag([1]))
