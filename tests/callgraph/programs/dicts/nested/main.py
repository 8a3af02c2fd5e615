def deep():
    return 1


def shallow():
    return 2


tree = {"x": {"y": deep}, "z": shallow}


def go_deep():
    return tree["x"]["y"]()


def go_shallow():
    return tree["z"]()


go_deep()
go_shallow()
