class A:
    def f(self):
        return 1


class B(A):
    pass


class C(B):
    def g(self):
        return self.f()


C().g()
