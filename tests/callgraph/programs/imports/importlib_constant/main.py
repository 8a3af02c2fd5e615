import importlib


def load():
    plugin = importlib.import_module("plugins.sound")
    return plugin.beep()


load()
