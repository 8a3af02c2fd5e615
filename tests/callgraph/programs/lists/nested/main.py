def deep():
    return 1


def side():
    return 2


grid = [[deep], [side]]


def center():
    return grid[0][0]()


def edge():
    return grid[1][0]()


center()
edge()
