class First:
    def run(self):
        return super().run()


class Second:
    def run(self):
        return super().run()


class Core:
    def run(self):
        return 1


class AB(First, Second, Core):
    pass


class B(Second, Core):
    pass


def ab():
    return AB().run()


def b():
    return B().run()


ab()
b()
