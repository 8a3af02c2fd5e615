from files import lines, workspace


def use():
    with workspace() as w:
        return [w.parse(line) for line in lines()]


use()
