class A:
    def __init__(self, **rest):
        super().__init__(**rest)
        self.a = 1


class B:
    def __init__(self, b=0, **rest):
        super().__init__(**rest)
        self.b = b


class C(A, B):
    def __init__(self):
        super().__init__(b=2)


def make():
    return C()


make()
