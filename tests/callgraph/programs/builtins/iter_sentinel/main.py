class Feed:
    def __init__(self):
        self.left = 2

    def take(self):
        self.left -= 1
        return self.left


def drain(feed):
    return list(iter(feed.take, 0))


drain(Feed())
