class Cat:
    def speak(self):
        return "meow"


class Dog:
    def speak(self):
        return "wuff"


def kind(quiet):
    if quiet:
        return Cat
    return Dog


kind(True)().speak()
kind(False)().speak()
