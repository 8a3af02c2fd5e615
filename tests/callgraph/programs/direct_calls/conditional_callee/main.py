def left():
    return 1


def right():
    return 2


def turn(way):
    return (left if way else right)()


turn(True)
turn(False)
