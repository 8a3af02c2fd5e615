from dataclasses import dataclass


@dataclass
class Shape:
    name: str

    def describe(self):
        return self.name + str(self.area())

    def area(self):
        return 0


@dataclass
class Rect(Shape):
    w: int
    h: int

    def area(self):
        return self.w * self.h


def both():
    return Rect("r", 1, 2).describe() + Shape("s").describe()


both()
