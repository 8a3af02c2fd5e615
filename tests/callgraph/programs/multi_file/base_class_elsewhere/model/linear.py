from .base import Model


class Linear(Model):
    def initial(self):
        return 1

    def loss(self, x):
        return super().loss(x) + self.weight
