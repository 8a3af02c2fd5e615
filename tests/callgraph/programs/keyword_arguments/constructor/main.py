def draw():
    return 1


class Canvas:
    def __init__(self, *, brush=None, size=1):
        self.brush = brush or stroke
        self.size = size

    def paint(self):
        return self.brush()


def stroke():
    return 2


def both():
    Canvas(brush=draw).paint()
    return Canvas(size=2).paint()


both()
