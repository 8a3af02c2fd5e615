def never_first():
    return 1


def second():
    return 2


def use():
    table = {"k": never_first}
    table["k"] = second
    return table["k"]()


use()
