class Layer:
    def __call__(self, x):
        return self.call(x)

    def never_called(self, x):
        return x
