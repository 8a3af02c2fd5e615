def low():
    return 1


def high():
    return 2


down, up = low, high
down()
(x, (y, z)) = (high, (low, high))


def left():
    return x()


def right():
    return y()


left()
right()
