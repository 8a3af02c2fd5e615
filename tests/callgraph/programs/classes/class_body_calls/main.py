def limit():
    return 10


def scale(x):
    return x * 2


class Settings:
    size = limit()
    double = scale(size)

    def read(self):
        return self.size


Settings().read()
