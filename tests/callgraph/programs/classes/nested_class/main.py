class Outer:
    class Inner:
        def __init__(self):
            self.ready = True

        def go(self):
            return self.ready

    def make(self):
        return Outer.Inner()

    def make_by_self(self):
        return self.Inner()


Outer().make().go()
Outer().make_by_self()
