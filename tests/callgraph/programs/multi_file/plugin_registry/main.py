import plugins
from plugins.registry import create


def run(name):
    return create(name).work()


run("cut")
run("join")
