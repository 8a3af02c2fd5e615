from functools import partial


class Menu:
    def __init__(self):
        self.actions = {"save": partial(self.write, "file"), "quit": self.leave}

    def write(self, place):
        return self.flush(place)

    def flush(self, place):
        return place

    def leave(self):
        return 0

    def save(self):
        return self.actions["save"]()

    def quit(self):
        return self.actions["quit"]()


menu = Menu()
menu.save()
menu.quit()
