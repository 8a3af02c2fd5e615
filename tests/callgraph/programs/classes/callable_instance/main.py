class Adder:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return self.sum(x)

    def sum(self, x):
        return self.n + x


def use(f):
    return f(1)


add = Adder(1)
add(2)
use(add)
