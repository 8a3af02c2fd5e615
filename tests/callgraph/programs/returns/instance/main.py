class Pen:
    def write(self):
        return 1


class Box:
    def take(self):
        return Pen()


def box():
    return Box()


def use():
    return box().take().write()


use()
