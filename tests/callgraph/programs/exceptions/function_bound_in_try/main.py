def fast():
    return 1


def slow():
    return 2


def choose(text):
    try:
        int(text)
        action = fast
    except ValueError:
        action = slow
    return action()


choose("1")
choose("x")
