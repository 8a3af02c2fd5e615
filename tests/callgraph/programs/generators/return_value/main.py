def finish():
    return 2


def producer():
    yield 1
    return finish


def consumer():
    f = yield from producer()
    yield f()


def run():
    return list(consumer())


run()
