FAST = True


def sprint():
    return 1


def never_crawl():
    return 2


def move():
    if FAST:
        return sprint()
    return never_crawl()  # not reached


def start():
    if False:
        never_crawl()  # not reached
    return sprint()


move()
start()
