def guarded(method):
    def guard(self, *args):
        self.enter()
        return method(self, *args)

    return guard


class Safe:
    def enter(self):
        return 0

    @guarded
    def put(self, x):
        return x


Safe().put(1)
