import tools


def use():
    return tools.hammer()


use()
