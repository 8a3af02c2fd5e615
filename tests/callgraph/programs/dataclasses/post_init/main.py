from dataclasses import dataclass


@dataclass
class Range:
    low: int
    high: int

    def __post_init__(self):
        self.check()

    def check(self):
        return self.low <= self.high


def make():
    return Range(1, 2)


make()
