class Walk:
    def step(self):
        return 1


class Swim:
    def stroke(self):
        return 2


class Duck(Walk, Swim):
    def move(self):
        return self.step() + self.stroke()


Duck().move()
