class Stop(Exception):
    def __init__(self):
        super().__init__("stop")
        self.log()

    def log(self):
        return 1


def go():
    raise Stop


def run():
    try:
        go()
    except Stop:
        pass


run()
