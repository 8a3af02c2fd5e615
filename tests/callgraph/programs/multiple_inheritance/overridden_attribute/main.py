def quick():
    return 1


def slow():
    return 2


class Fast:
    method = staticmethod(quick)


class Slow:
    method = staticmethod(slow)


class Both(Slow, Fast):
    def go(self):
        return self.method()


class Only(Fast):
    def go(self):
        return self.method()


Both().go()
Only().go()
