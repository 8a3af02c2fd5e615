class A:
    def f(self):
        return 1


class B(A):
    def f(self):
        return super().f() + 1


class C(B):
    def f(self):
        return super().f() + 1


def run():
    return C().f()


run()
