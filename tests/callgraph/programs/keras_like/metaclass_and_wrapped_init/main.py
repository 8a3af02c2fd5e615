import functools


def tracked(init):
    @functools.wraps(init)
    def wrapper(self, *args, **kwargs):
        init(self, *args, **kwargs)
        self.finish()

    return wrapper


class LayerType(type):
    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        made.ready = True
        return made


class Layer(metaclass=LayerType):
    @tracked
    def __init__(self, units):
        self.units = units

    def finish(self):
        return 1


def make():
    return Layer(1)


make()
