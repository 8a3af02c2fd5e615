class O:
    def who(self):
        return "O"


class A(O):
    def who(self):
        return "A"


class B(O):
    def who(self):
        return "B"


class X(A, B):
    pass


class Y(B, O):
    def run(self):
        return self.who()


def ask_x():
    return X().who()


def ask_y():
    return Y().run()


ask_x()
ask_y()
O().who()
