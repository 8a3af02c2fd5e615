class Light:
    def __init__(self):
        self.state = self.red

    def red(self):
        return self.green

    def green(self):
        return self.red

    def next(self):
        self.state = self.state()


def run():
    light = Light()
    light.next()
    light.next()


run()
