from contextlib import ExitStack


class Valve:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def turn(self):
        return 1


def after():
    return 2


def plant():
    with ExitStack() as stack:
        valve = stack.enter_context(Valve())
        stack.callback(after)
        valve.turn()


plant()
