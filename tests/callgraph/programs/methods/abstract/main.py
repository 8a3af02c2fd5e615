from abc import ABC, abstractmethod


class Store(ABC):
    def save(self, x):
        return self.write(self.prepare(x))

    def prepare(self, x):
        return x

    @abstractmethod
    def write(self, x):
        """Writes it."""


class Memory(Store):
    def write(self, x):
        return keep(x)


def keep(x):
    return x


def run():
    return Memory().save(1)


run()
