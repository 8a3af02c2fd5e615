from engine import Layer


class Sequential(Layer):
    def __init__(self, layers):
        self.layers = layers

    def call(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Add(Layer):
    def call(self, x):
        return x + 1


class Double(Layer):
    def call(self, x):
        return self.twice(x)

    def twice(self, x):
        return 2 * x


def run():
    model = Sequential([Add(), Double()])
    return model(1)


run()
