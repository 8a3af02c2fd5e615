class A:
    def f(self):
        return self.hook()

    def hook(self):
        return "a"


class B(A):
    pass


class C(B):
    def hook(self):
        return super().hook()


C().f()
