try:
    from quick import run
except ImportError:
    from slow import run  # not reached


def use():
    return run()


use()
