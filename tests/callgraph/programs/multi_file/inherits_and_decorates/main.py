from kit.decorate import timed
from kit.shapes import Shape


class Square(Shape):
    def __init__(self, side):
        super().__init__("square")
        self.side = side

    @timed
    def area(self):
        return self.side ** 2


def run():
    return Square(2).describe()


run()
