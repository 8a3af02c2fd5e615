class Total:
    def __init__(self):
        self.n = 0

    def __iadd__(self, x):
        self.note(x)
        return self

    def __add__(self, x):
        return x

    def note(self, x):
        self.n += x


class Plain:
    def __add__(self, x):
        return self


def grow(total):
    total += 1
    return total


def other(plain):
    plain += 1
    return plain


def plus(total):
    return total + 1


grow(Total())
other(Plain())
plus(Total())
