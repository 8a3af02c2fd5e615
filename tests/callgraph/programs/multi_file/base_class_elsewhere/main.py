from model.base import Model
from model.linear import Linear


class Mine(Linear):
    def loss(self, x):
        return self.scale(super().loss(x))

    def scale(self, x):
        return x * 2


def run():
    return Mine().train(1)


def plain():
    return Model().train(1)


run()
plain()
