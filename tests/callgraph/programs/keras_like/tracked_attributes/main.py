class Module:
    def __setattr__(self, name, value):
        if isinstance(value, Module):
            self.track(name)
        super().__setattr__(name, value)

    def track(self, name):
        names.append(name)


names = []


class Cell(Module):
    def step(self, x):
        return x


class Rnn(Module):
    def __init__(self, cell):
        self.cell = cell

    def call(self, xs):
        return [self.cell.step(x) for x in xs]


def run():
    return Rnn(Cell()).call([1])


run()
