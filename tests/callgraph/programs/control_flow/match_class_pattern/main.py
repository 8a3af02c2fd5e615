from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int


class Line:
    __match_args__ = ("start", "action")

    def __init__(self, start, action):
        self.start = start
        self.action = action


def at(x):
    return x


def draw():
    return 0


def show(shape):
    match shape:
        case Point(x=0, y=y):
            return at(y)
        case Line(start, action) if start:
            return action()


show(Point(0, 1))
show(Line(1, draw))
