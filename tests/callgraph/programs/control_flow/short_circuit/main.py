def yes():
    return True


def no():
    return False


def after():
    return 1


def both():
    return yes() and after()


def either():
    return no() or after()


both()
either()
