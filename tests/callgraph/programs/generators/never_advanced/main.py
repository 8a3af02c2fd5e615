def never_reached():
    return 1


def idle():
    yield never_reached()  # not reached


def make():
    return idle()


make()
