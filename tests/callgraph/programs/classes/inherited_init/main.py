class Base:
    def __init__(self):
        self.setup()

    def setup(self):
        return "base"


class Child(Base):
    def setup(self):
        return "child"


class Other(Base):
    pass


Child()


def second():
    return Other()


second()
