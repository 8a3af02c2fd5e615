import functools

from . import clock


def timed(method):
    @functools.wraps(method)
    def call(*args, **kwargs):
        start = clock.now()
        return method(*args, **kwargs) - start

    return call
