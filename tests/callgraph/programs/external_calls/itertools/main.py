import itertools


def same(x):
    return x // 2


def small(x):
    return x < 2


def groups(values):
    return [list(g) for _, g in itertools.groupby(values, key=same)]


def start(values):
    return list(itertools.takewhile(small, values))


def apply(pairs):
    return list(itertools.starmap(join, pairs))


def join(a, b):
    return a + b


groups([1, 2, 3])
start([1, 2])
apply([(1, 2)])
