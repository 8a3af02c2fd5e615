from collections import defaultdict


def make():
    return []


def hook():
    return 1


def lists():
    table = defaultdict(make)
    table["a"].append(1)
    return table


def hooks():
    table = {}
    return table.setdefault("h", hook)()


lists()
hooks()
