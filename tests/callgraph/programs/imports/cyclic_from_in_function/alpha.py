from beta import step


def start():
    return step()


def end():
    return 1
