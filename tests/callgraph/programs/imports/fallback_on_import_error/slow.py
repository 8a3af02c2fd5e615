def speed():
    return crawl()


def crawl():
    return 1
