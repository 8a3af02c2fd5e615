from dataclasses import dataclass, field


def fresh():
    return []


@dataclass
class Bag:
    items: list = field(default_factory=fresh)

    def add(self, x):
        self.items.append(x)


def pack():
    bag = Bag()
    bag.add(1)
    return bag


pack()
