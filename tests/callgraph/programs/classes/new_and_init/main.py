class Single:
    held = None

    def __new__(cls):
        if cls.held is None:
            cls.held = super().__new__(cls)
        return cls.held

    def __init__(self):
        self.count = getattr(self, "count", 0) + 1


def get():
    return Single()


get()
get()
