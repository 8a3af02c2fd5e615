class Plain:
    def hello(self):
        return 1


def use():
    return Plain().hello()


use()
