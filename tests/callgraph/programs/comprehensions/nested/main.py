def rows():
    return [[1], [2]]


def cell(x):
    return x


def flat():
    return [cell(x) for row in rows() for x in row]


def grid():
    return [[cell(x) for x in row] for row in rows()]


flat()
grid()
