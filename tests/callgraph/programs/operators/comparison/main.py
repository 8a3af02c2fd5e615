class Size:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n

    def __hash__(self):
        return self.n


def same(a, b):
    return a == b


def less(a, b):
    return a < b


def more(a, b):
    return a > b


def mark(a):
    return hash(a)


a, b = Size(1), Size(2)
same(a, b)
less(a, b)
more(a, b)
mark(a)
