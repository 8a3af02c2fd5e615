class Registry(type):
    def __new__(mcls, name, bases, space):
        return super().__new__(mcls, name, bases, space)

    def __call__(cls, *args):
        made = super().__call__(*args)
        cls.note(made)
        return made

    def note(cls, made):
        cls.last = made


class Part(metaclass=Registry):
    def __init__(self, number):
        self.number = number


def assemble():
    return Part(1)


assemble()
