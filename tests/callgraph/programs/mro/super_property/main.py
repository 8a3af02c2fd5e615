class Base:
    @property
    def label(self):
        return "base"


class Child(Base):
    @property
    def label(self):
        return super().label + "!"


def read():
    return Child().label


read()
