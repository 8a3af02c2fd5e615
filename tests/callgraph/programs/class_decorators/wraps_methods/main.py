def counted(cls):
    original = cls.step

    def step(self):
        self.calls = getattr(self, "calls", 0) + 1
        return original(self)

    cls.step = step
    return cls


@counted
class Walker:
    def step(self):
        return 1


Walker().step()
