def start():
    return spark()


def spark():
    return 1
