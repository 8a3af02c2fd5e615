class Tap:
    def __enter__(self):
        return Water()

    def __exit__(self, *error):
        return False


class Water:
    def flow(self):
        return 1


def wash():
    with Tap() as water:
        water.flow()


wash()
