class Broken(Exception):
    def __init__(self, part):
        super().__init__(part)
        self.part = part

    def advice(self):
        return self.part


def use():
    raise Broken("wheel")


def repair():
    try:
        use()
    except Broken as error:
        return error.advice()


repair()
