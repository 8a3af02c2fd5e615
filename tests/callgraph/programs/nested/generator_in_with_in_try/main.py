from contextlib import contextmanager


@contextmanager
def opened():
    enter()
    try:
        yield reader
    finally:
        leave()


def enter():
    return 1


def leave():
    return 2


def reader():
    yield item()


def item():
    return 3


def handle(x):
    raise ValueError(x)


def report():
    return 4


def run():
    try:
        with opened() as read:
            for x in read():
                handle(x)
    except ValueError:
        report()


run()
