class Ink:
    def __init__(self):
        self.color = "blue"

    def write(self):
        return self.color


class Chalk:
    def write(self):
        return "white"


kinds = {"ink": Ink, "chalk": Chalk}


def paper():
    return kinds["ink"]().write()


def board():
    return kinds["chalk"]().write()


paper()
board()
