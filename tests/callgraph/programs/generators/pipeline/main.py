def numbers():
    yield from range(3)


def only_even(source):
    for x in source:
        if even(x):
            yield x


def doubled(source):
    for x in source:
        yield double(x)


def even(x):
    return x % 2 == 0


def double(x):
    return 2 * x


def run():
    return sum(doubled(only_even(numbers())))


run()
