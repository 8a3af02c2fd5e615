def key(x):
    return str(x)


def value(x):
    return x + 1


def member(x):
    return x % 2


def table(values):
    return {key(v): value(v) for v in values}


def parities(values):
    return {member(v) for v in values}


table([1])
parities([1])
