def deep():
    return 1


def a():
    x = deep

    def b():
        def c():
            return x()

        return c

    return b


a()()()
