from engine import Layer


class Dense(Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, shape):
        self.kernel = self.add_weight(shape)

    def call(self, x):
        return activate(x * self.kernel)


def activate(x):
    return max(x, 0)


layer = Dense(2)
layer(3)
layer(4)
