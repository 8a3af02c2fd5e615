from dataclasses import dataclass


def parse(text):
    return int(text)


@dataclass(frozen=True)
class Celsius:
    degrees: int

    @classmethod
    def from_text(cls, text):
        return cls(parse(text))

    @property
    def kelvin(self):
        return self.degrees + 273


def read():
    return Celsius.from_text("3").kelvin


read()
