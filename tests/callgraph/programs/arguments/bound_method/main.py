class Counter:
    def __init__(self):
        self.n = 0

    def up(self):
        self.n += 1


def twice(step):
    step()
    step()


twice(Counter().up)
