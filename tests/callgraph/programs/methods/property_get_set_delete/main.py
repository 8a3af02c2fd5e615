class Room:
    def __init__(self):
        self._temperature = 20

    @property
    def temperature(self):
        return read(self._temperature)

    @temperature.setter
    def temperature(self, value):
        self._temperature = clamp(value)

    @temperature.deleter
    def temperature(self):
        reset()


def read(x):
    return x


def clamp(x):
    return min(x, 30)


def reset():
    return 0


def get(room):
    return room.temperature


def change(room):
    room.temperature = 40


def clear(room):
    del room.temperature


room = Room()
get(room)
change(room)
clear(room)
