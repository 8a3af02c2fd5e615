from functools import partial


def limited(f, *, limit):
    def run(x):
        return f(min(x, limit))

    return run


@partial(limited, limit=3)
def work(x):
    return x


def use():
    return work(5)


use()
