from functools import partial


class Pixel:
    def __init__(self, color, x):
        self.color = color
        self.x = x

    def draw(self):
        return self.x


def mark(label, x):
    return label, x


def row():
    pixels = map(partial(Pixel, "red"), [1, 2])
    return [p.draw() for p in pixels]


def labels():
    return list(map(partial(mark, "m"), [1]))


row()
labels()
