def warm():
    return 1


def cold():
    return 0


def tap(hot):
    water = warm if hot else cold
    return water()


tap(True)
tap(False)
