class Stepper:
    def start(self):
        return self.second

    def second(self):
        return self.third

    def third(self):
        return 3


def run():
    return Stepper().start()()()


run()
