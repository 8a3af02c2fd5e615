def one():
    return 1


def two():
    return 2


def tasks():
    yield one
    yield two


def run():
    for task in tasks():
        task()


run()
