def a():
    def b():
        def c():
            return base()

        return c()

    return b()


def base():
    return 1


a()
