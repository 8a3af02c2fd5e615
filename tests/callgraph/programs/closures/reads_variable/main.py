def base():
    return 1


def make():
    source = base

    def use():
        return source()

    return use


make()()
