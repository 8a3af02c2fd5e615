class Scale:
    def __init__(self, factor):
        self.factor = factor

    def apply(self, x):
        return x * self.factor


def scaled(values):
    return list(map(Scale(2).apply, values))


scaled([1, 2])
