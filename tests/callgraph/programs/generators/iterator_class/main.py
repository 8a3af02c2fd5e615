class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            self.end()
        self.n -= 1
        return self.n

    def end(self):
        raise StopIteration


def loop():
    for n in Countdown(2):
        use(n)


def use(n):
    return n


def collect():
    return list(Countdown(1))


loop()
collect()
