class Util:
    @staticmethod
    def trim(x):
        return x

    def run(self):
        return self.trim(1)

    @classmethod
    def all(cls):
        return cls.trim(2)


def direct():
    return Util.trim(3)


Util().run()
Util.all()
direct()
