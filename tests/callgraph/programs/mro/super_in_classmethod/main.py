class Base:
    @classmethod
    def make(cls):
        return cls()

    def __init__(self):
        self.kind = "base"


class Child(Base):
    @classmethod
    def make(cls):
        return super().make()

    def __init__(self):
        super().__init__()
        self.extra = 1


def run():
    return Child.make()


run()
