from contextlib import contextmanager


class Cursor:
    def fetch(self):
        return 1


@contextmanager
def cursor():
    yield Cursor()


def query():
    with cursor() as c:
        return c.fetch()


query()
