def build():
    class Local:
        def __init__(self):
            self.x = 1

        def get(self):
            return self.x

    return Local


def use():
    kind = build()
    return kind().get()


use()
