class Lamp:
    pass


def glow():
    return "on"


lamp = Lamp()
setattr(lamp, "switch", glow)
lamp.switch()
