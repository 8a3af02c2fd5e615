class Top:
    def f(self):
        return ["top"]


class Left(Top):
    def f(self):
        return ["left"] + super().f()


class Right(Top):
    def f(self):
        return ["right"] + super().f()


class Bottom(Left, Right):
    def f(self):
        return ["bottom"] + super().f()


Bottom().f()
