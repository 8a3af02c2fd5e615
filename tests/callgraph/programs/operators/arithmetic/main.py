class Vector:
    def __init__(self, x):
        self.x = x

    def __add__(self, other):
        return Vector(self.x + other.x)

    def __mul__(self, factor):
        return Vector(self.x * factor)

    def __rmul__(self, factor):
        return self * factor

    def __neg__(self):
        return Vector(-self.x)


def add(a, b):
    return a + b


def times(a):
    return a * 2


def reverse_times(a):
    return 2 * a


def negative(a):
    return -a


v = Vector(1)
add(v, v)
times(v)
reverse_times(v)
negative(v)
