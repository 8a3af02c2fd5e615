class Quiet:
    def rest(self):
        return 0


class Loud:
    def __init__(self, volume):
        self.volume = self.limit(volume)

    def limit(self, volume):
        return volume


class Radio(Quiet, Loud):
    pass


def make():
    return Radio(3).rest()


make()
