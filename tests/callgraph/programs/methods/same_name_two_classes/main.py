class Lion:
    def name(self):
        return "lion"


class Stone:
    def name(self):
        return "stone"


def lion():
    return Lion().name()


def stone():
    x = Stone()
    return x.name()


lion()
stone()
