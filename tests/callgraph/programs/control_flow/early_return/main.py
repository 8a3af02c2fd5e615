def prepare():
    return 1


def full():
    return 2


def job(quick):
    prepare()
    if quick:
        return None
    return full()


job(True)
job(False)
