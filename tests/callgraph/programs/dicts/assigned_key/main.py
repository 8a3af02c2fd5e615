def one():
    return 1


def two():
    return 2


table = {}
table["one"] = one
table["two"] = two


def call_one():
    return table["one"]()


def call_two():
    return table["two"]()


call_one()
call_two()
