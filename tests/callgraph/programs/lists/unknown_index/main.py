def one():
    return 1


def two():
    return 2


choices = [one, two]


def pick(i):
    return choices[i]()


pick(0)
pick(1)
