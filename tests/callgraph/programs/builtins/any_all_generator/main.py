def check(x):
    return x > 0


def valid(x):
    return x < 9


def some(values):
    return any(check(v) for v in values)


def every(values):
    return all(valid(v) for v in values)


some([1])
every([1])
