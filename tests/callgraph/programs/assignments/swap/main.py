def salt():
    return "s"


def pepper():
    return "p"


def season():
    one, two = salt, pepper
    one, two = two, one
    return one()


def finish():
    one, two = salt, pepper
    one, two = two, one
    return two()


season()
finish()
