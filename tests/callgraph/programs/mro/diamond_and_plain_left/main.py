class Top:
    def f(self):
        return 0


class Left(Top):
    def f(self):
        return super().f()


class Right(Top):
    def f(self):
        return 1


class Bottom(Left, Right):
    pass


def by_left():
    return Left().f()


def by_bottom():
    return Bottom().f()


by_left()
by_bottom()
