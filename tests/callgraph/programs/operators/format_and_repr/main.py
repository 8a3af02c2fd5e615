class Money:
    def __format__(self, spec):
        return self.text() + spec

    def __repr__(self):
        return self.text()

    def text(self):
        return "1 EUR"


def formatted(m):
    return f"{m:>4}"


def shown(m):
    return repr(m)


def in_text(m):
    return f"{m!r}"


m = Money()
formatted(m)
shown(m)
in_text(m)
