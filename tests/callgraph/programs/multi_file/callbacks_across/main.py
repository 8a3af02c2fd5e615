from loop import Loop
from hooks import Printer, Saver


def run():
    return Loop([Printer(), Saver("x")]).run()


run()
