def count():
    return 1


class Shape:
    sides = lambda self: self.number()
    corners = property(lambda self: count())

    def number(self):
        return 4


def use():
    shape = Shape()
    return shape.sides() + shape.corners


use()
