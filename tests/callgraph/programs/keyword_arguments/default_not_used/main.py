def never_default():
    return 1


def given():
    return 2


def run(f=never_default):
    return f()


run(given)
