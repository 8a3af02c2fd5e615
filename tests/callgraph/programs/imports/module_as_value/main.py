import east
import west


def go(module):
    return module.travel()


def pick(sunny):
    place = east if sunny else west
    return place.rest()


go(east)
go(west)
pick(True)
pick(False)
