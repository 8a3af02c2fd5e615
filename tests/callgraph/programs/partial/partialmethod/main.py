from functools import partialmethod


class Light:
    def set(self, on):
        return on

    turn_on = partialmethod(set, True)


def use():
    return Light().turn_on()


use()
