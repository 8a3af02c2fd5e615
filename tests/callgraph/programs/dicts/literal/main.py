def add():
    return "+"


def sub():
    return "-"


table = {"a": add, "s": sub}


def plus():
    return table["a"]()


def minus():
    return table["s"]()


plus()
minus()
