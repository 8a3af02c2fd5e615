class Grid:
    def __init__(self):
        self.cells = {}

    def __getitem__(self, key):
        return self.cells[key]

    def __setitem__(self, key, value):
        self.cells[key] = value

    def __delitem__(self, key):
        self.drop(key)

    def __contains__(self, key):
        return key in self.cells

    def drop(self, key):
        del self.cells[key]


def put(grid):
    grid[1] = 2


def get(grid):
    return grid[1]


def has(grid):
    return 1 in grid


def remove(grid):
    del grid[1]


grid = Grid()
put(grid)
get(grid)
has(grid)
remove(grid)
