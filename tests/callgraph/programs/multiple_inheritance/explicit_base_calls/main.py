class Left:
    def __init__(self):
        self.left = left_side()


class Right:
    def __init__(self):
        self.right = right_side()


def left_side():
    return 1


def right_side():
    return 2


class Both(Left, Right):
    def __init__(self):
        Left.__init__(self)
        Right.__init__(self)


def make():
    return Both()


make()
