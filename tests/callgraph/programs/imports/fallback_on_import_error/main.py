try:
    from no_such_module_here import speed
except ImportError:
    from slow import speed


def run():
    return speed()


run()
