class Tool:
    @staticmethod
    def sharpen(x):
        return x + 1

    @classmethod
    def build(cls, x):
        return cls(cls.sharpen(x))

    def __init__(self, x):
        self.x = x


class Saw(Tool):
    @staticmethod
    def sharpen(x):
        return x + 2


def one():
    return Tool.build(1)


def two():
    return Saw.build(1)


def three():
    return Tool(0).sharpen(3)


one()
two()
three()
