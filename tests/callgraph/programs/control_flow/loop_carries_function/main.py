def begin():
    return 0


def go_on():
    return 1


def run(times):
    action = begin
    for _ in range(times):
        action()
        action = go_on
    return times


run(3)
