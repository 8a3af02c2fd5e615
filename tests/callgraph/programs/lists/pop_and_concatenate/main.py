def a():
    return 1


def b():
    return 2


def pop():
    stack = [a]
    return stack.pop()()


def joined():
    for f in [a] + [b]:
        f()


def extended():
    steps = []
    steps.extend([b])
    steps += [b]
    return steps[0]()


pop()
joined()
extended()
