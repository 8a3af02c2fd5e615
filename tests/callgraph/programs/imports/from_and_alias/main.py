import shapes as s
from shapes import circle, square as box


def draw():
    return s.triangle() + circle() + box()


draw()
