def risky():
    raise ValueError("x")


def recover():
    return 1


def run():
    try:
        risky()
    except ValueError:
        return recover()


run()
