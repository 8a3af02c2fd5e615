from dataclasses import dataclass


@dataclass
class Version:
    major: int

    def __eq__(self, other):
        return self.same(other)

    def same(self, other):
        return self.major == other.major

    def __lt__(self, other):
        return self.major < other.major


def compare():
    return Version(1) == Version(2)


def sort():
    return sorted([Version(2), Version(1)])


compare()
sort()
