def stop(x):
    return x


def add(x, then):
    return then(x + 1)


def twice(x, then):
    return then(x * 2)


def run():
    def after(y):
        return add(y, stop)

    return twice(1, after)


run()
