def cost(item):
    return item[1]


def gain(item):
    return item[0]


def cheapest(items):
    return min(items, key=cost)


def best(items):
    return max(items, key=gain)


cheapest([(1, 2), (3, 1)])
best([(1, 2), (3, 1)])
