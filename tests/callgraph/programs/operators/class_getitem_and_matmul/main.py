class Matrix:
    def __class_getitem__(cls, item):
        return cls

    def __matmul__(self, other):
        return self

    def __rshift__(self, other):
        return other


def typed():
    return Matrix[int]


def product(a, b):
    return a @ b


def pipe(a, b):
    return a >> b


typed()
product(Matrix(), Matrix())
pipe(Matrix(), 1)
