from contextlib import ContextDecorator


class Timed(ContextDecorator):
    def __enter__(self):
        return self.start()

    def __exit__(self, *error):
        return False

    def start(self):
        return self


def tick():
    return 1


@Timed()
def measure():
    return tick()


def run():
    return measure()


run()
