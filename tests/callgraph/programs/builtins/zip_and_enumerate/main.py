def open_door():
    return 1


def close_door():
    return 2


def all_doors():
    for number, door in enumerate([open_door, open_door]):
        door()
    for door, name in zip([close_door], ["x"]):
        door()


all_doors()
