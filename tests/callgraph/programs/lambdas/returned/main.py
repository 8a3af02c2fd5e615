def task(n):
    return n


def make(n):
    return lambda: task(n)


def run():
    return make(1)()


run()
