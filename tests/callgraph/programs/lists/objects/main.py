class Drum:
    def play(self):
        return "bum"


class Flute:
    def play(self):
        return "fii"


def band():
    for instrument in [Drum(), Flute()]:
        instrument.play()


band()
