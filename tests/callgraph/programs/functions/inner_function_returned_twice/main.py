def f():
    def g():
        def h():
            return done()

        return h

    return g


def done():
    return 1


g = f()
h = g()
h()
