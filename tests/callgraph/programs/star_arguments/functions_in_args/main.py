def one():
    return 1


def two():
    return 2


def run_all(*tasks):
    return [task() for task in tasks]


run_all(one, two)
