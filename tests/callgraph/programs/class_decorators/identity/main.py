def mark(cls):
    cls.marked = True
    return cls


@mark
class Item:
    def __init__(self):
        self.n = 1

    def get(self):
        return self.n


Item().get()
