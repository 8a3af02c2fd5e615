def found():
    return True


def missing():
    return False


def look(values, wanted):
    for value in values:
        if value == wanted:
            found()
            break
    else:
        missing()


look([1, 2], 2)
look([1, 2], 3)
