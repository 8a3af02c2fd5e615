def travel():
    return 3


def rest():
    return 4
