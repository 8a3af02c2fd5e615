def a():
    return 1


def b():
    return 2


ops = {"a": a, "b": b}


def run(name):
    return ops[name]()


run("a")
run("b")
