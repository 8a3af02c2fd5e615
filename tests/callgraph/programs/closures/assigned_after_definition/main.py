def early():
    return 1


def make():
    def use():
        return later()

    def later():
        return early()

    return use


make()()
