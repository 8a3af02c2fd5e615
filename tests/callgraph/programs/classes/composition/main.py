class Wheel:
    def turn(self):
        return 1


class Axle:
    def __init__(self):
        self.left = Wheel()
        self.right = Wheel()

    def turn(self):
        return self.left.turn() + self.right.turn()


class Cart:
    def __init__(self, axle):
        self.axle = axle

    def move(self):
        return self.axle.turn()


Cart(Axle()).move()
