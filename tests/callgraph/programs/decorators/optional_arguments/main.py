def traced(f=None, *, label=""):
    def decorate(g):
        def run():
            return g()

        return run

    if f is None:
        return decorate
    return decorate(f)


@traced
def bare():
    return 1


@traced(label="x")
def labelled():
    return 2


bare()
labelled()
