from .tools import clip


class Model:
    def __init__(self):
        self.weight = self.initial()

    def initial(self):
        return 0

    def train(self, x):
        return clip(self.loss(x))

    def loss(self, x):
        return x
