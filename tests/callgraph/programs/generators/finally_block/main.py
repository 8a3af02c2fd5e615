def clean():
    return 1


def source():
    try:
        yield 1
        yield 2
    finally:
        clean()


def run():
    return [x for x in source()]


run()
