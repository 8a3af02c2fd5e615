from contextlib import contextmanager
from parser import Parser


def lines():
    yield text()


def text():
    return "a"


@contextmanager
def workspace():
    yield Parser()
