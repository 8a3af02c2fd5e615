def with_describe(cls):
    def describe(self):
        return self.name()

    cls.describe = describe
    return cls


@with_describe
class Tree:
    def name(self):
        return "oak"


Tree().describe()
