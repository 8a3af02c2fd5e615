def tagged(label):
    def attach(cls):
        cls.label = label
        return cls

    return attach


@tagged("x")
class Card:
    def show(self):
        return self.label


def play():
    return Card().show()


play()
