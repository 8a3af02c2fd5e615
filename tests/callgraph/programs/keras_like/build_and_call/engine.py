class Layer:
    def __init__(self, name=None):
        self.built = False
        self.name = name
        self.weights = []

    def __call__(self, x, *args, **kwargs):
        if not self.built:
            self.build(x)
            self.built = True
        return self.call(x, *args, **kwargs)

    def build(self, shape):
        self.plain = True

    def call(self, x):
        return x

    def add_weight(self, shape):
        self.weights.append(shape)
        return shape


class Passing(Layer):
    pass


Passing()(1)
