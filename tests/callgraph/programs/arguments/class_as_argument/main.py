class Leaf:
    def __init__(self, size):
        self.size = size

    def area(self):
        return self.size


class Stone:
    def __init__(self, size):
        self.size = size

    def weight(self):
        return self.size


def make(kind, size):
    return kind(size)


make(Leaf, 1).area()
make(Stone, 2).weight()
