def north():
    return 1


def south():
    return 2


def other(word):
    return word


def pair(a, b):
    return (a, b)


def go(command):
    match command:
        case "n":
            return north()
        case "s" | "d":
            return south()
        case [a, b]:
            return pair(a, b)
        case word:
            return other(word)


go("n")
go("d")
go([1, 2])
go("x")
