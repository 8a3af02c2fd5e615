class Proxy:
    def __init__(self, target):
        self.target = target

    def __getattr__(self, name):
        return getattr(self.target, name)


class Engine:
    def start(self):
        return 1


def drive():
    return Proxy(Engine()).start()


drive()
