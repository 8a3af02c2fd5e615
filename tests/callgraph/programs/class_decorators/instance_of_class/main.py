def singleton(cls):
    return cls()


@singleton
class config:
    def __init__(self):
        self.depth = self.default()

    def default(self):
        return 3

    def read(self):
        return self.depth


def use():
    return config.read()


use()
