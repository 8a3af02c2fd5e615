import fleet.ships.sail


def leave():
    fleet.ready()
    return fleet.ships.sail.hoist()


leave()
