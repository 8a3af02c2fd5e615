def fast():
    return 1


def slow():
    return 2


def run(*, mode, after=slow):
    return mode() + after()


run(mode=fast)
