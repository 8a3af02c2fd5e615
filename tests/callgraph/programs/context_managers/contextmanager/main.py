from contextlib import contextmanager


def begin():
    return 1


def finish():
    return 2


def work():
    return 3


@contextmanager
def session():
    begin()
    yield
    finish()


def job():
    with session():
        work()


job()
