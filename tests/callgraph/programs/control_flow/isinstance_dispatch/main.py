class Bird:
    def fly(self):
        return 1


class Fish:
    def swim(self):
        return 2


def move(animal):
    if isinstance(animal, Bird):
        return animal.fly()
    return animal.swim()


move(Bird())
move(Fish())
