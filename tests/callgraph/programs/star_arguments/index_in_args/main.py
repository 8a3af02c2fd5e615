def first():
    return 1


def second():
    return 2


def run(*tasks):
    return tasks[1]()


def start(*tasks):
    return tasks[0]()


run(len, second)
start(first, len)
