class Shape:
    def __init__(self, name):
        self.name = name

    def describe(self):
        return f"{self.name}: {self.area()}"
