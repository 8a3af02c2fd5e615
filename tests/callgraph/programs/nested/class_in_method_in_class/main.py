class Outer:
    def build(self):
        class Part:
            def __init__(self, owner):
                self.owner = owner

            def check(self):
                return self.owner.name()

        return Part(self)

    def name(self):
        return "outer"


def run():
    return Outer().build().check()


run()
