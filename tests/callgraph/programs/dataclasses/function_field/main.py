from dataclasses import dataclass
from typing import Callable


def ring():
    return 1


def buzz():
    return 2


@dataclass
class Bell:
    sound: Callable

    def press(self):
        return self.sound()


Bell(ring).press()
Bell(sound=buzz).press()
