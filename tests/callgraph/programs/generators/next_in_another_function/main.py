def part():
    return 1


def stream():
    yield part()
    yield part()


def pull(source):
    return next(source)


def run():
    source = stream()
    pull(source)
    return pull(source)


run()
