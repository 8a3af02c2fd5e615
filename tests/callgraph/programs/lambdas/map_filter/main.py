def keep(x):
    return x


def change(x):
    return x + 1


def run(values):
    kept = filter(lambda x: keep(x), values)
    return list(map(lambda x: change(x), kept))


run([0, 1])
