def make(x):
    return x


def total(values):
    return sum(values)


def consume(values):
    return [v for v in values]


def run():
    return total(make(x) for x in range(2))


def run_later():
    return consume(make(x) for x in range(2))


run()
run_later()
