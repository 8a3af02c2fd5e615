class Tensor:
    def __init__(self, maker=None):
        self.maker = maker

    def __add__(self, other):
        return Add()(self, other)


class Layer:
    def __call__(self, *inputs):
        output = Tensor(self)
        self.compute(*inputs)
        return output


class Add(Layer):
    def compute(self, a, b):
        return merge(a, b)


class Dense(Layer):
    def compute(self, x):
        return x


def merge(a, b):
    return a


def model():
    x = Tensor()
    y = Dense()(x)
    return x + y


model()
