class Money:
    def __init__(self, cents):
        self.cents = cents

    def __int__(self):
        return self.cents // 100

    def __str__(self):
        return self.text()

    def __len__(self):
        return self.cents

    def __bool__(self):
        return True

    def text(self):
        return f"{self.cents} ct"


def whole(money):
    return int(money)


def label(money):
    return str(money)


def size(money):
    return len(money)


def truth(money):
    return bool(money)


m = Money(250)
whole(m)
label(m)
size(m)
truth(m)
