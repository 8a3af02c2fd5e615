import first
import second
from first import act


def run():
    return act() + second.act()


run()
