try:
    import no_such_module_here as extra
except ImportError:
    extra = None


def plain():
    return 1


def run():
    if extra is None:
        return plain()
    return extra.fancy()  # not reached


run()
