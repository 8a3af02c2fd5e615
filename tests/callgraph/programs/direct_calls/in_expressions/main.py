def number():
    return 1


def name():
    return "n"


def index():
    return 0


def text():
    return f"{name()}: {number():>{number()}}"


def item(values):
    return values[index()]


def compare():
    return number() < number() + 1


def ask():
    assert number(), name()
    return -number()


text()
item([1])
compare()
ask()
name()
