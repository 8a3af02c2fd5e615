def never_old():
    return 1


def new():
    return 2


def run():
    items = [never_old]
    items[0] = new
    return items[0]()


run()
