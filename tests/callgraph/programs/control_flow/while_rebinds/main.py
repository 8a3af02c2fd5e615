def first():
    return second


def second():
    return third


def third():
    return None


def run():
    state = first
    while state is not None:
        state = state()


run()
