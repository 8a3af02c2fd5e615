from area.north import walk
import area.south as south


def tour():
    return walk() + south.run()


tour()
