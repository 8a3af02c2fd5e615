def item(i):
    return i


def items():
    for i in range(2):
        yield item(i)


def use():
    for x in items():
        show(x)


def show(x):
    return x


use()
