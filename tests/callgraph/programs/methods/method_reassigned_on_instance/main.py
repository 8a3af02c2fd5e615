class Car:
    def __init__(self, quick):
        if quick:
            self.move = self.race
        else:
            self.move = self.roll

    def race(self):
        return 2

    def roll(self):
        return 1


def drive(quick):
    return Car(quick).move()


drive(True)
drive(False)
