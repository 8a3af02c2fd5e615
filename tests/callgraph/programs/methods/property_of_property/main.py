class Screw:
    @property
    def size(self):
        return 3


class Box:
    def __init__(self):
        self.content = Screw()

    @property
    def screw(self):
        return self.content


def measure(box):
    return box.screw.size


measure(Box())
