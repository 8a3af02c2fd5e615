makers = {}


def register(name):
    def add(cls):
        makers[name] = cls
        return cls

    return add


def create(name):
    return makers[name]()
