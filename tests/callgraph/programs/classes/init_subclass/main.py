class Plugin:
    found = []

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.register()

    @classmethod
    def register(cls):
        cls.found.append(cls)


class Reader(Plugin):
    pass


def define():
    class Writer(Plugin):
        pass

    return Writer


define()
