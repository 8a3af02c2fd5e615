class Hook:
    def on_step(self, loop):
        return self.act(loop)

    def act(self, loop):
        return None


class Printer(Hook):
    pass


class Saver(Hook):
    def __init__(self, path):
        self.path = path

    def act(self, loop):
        return write(self.path)


def write(path):
    return path
