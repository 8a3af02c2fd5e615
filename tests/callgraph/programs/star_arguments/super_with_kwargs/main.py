class Base:
    def __init__(self, name, on_ready=None, **extra):
        self.name = name
        if on_ready:
            on_ready()


class Child(Base):
    def __init__(self, size, **kwargs):
        super().__init__(**kwargs)
        self.size = size


def ready():
    return 1


def make():
    return Child(1, name="x", on_ready=ready)


make()
