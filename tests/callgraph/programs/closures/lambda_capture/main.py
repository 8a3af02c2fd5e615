def spice():
    return 1


def sauce():
    return 2


def cook():
    tools = [lambda: spice(), lambda: sauce()]
    return tools[0]() + tools[1]()


cook()
