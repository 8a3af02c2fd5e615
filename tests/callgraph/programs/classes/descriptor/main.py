class Checked:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner):
        return getattr(instance, self.name)

    def __set__(self, instance, value):
        setattr(instance, self.name, check(value))


def check(value):
    return int(value)


class Form:
    age = Checked()

    def __init__(self, age):
        self.age = age

    def next_year(self):
        return self.age + 1


Form("3").next_year()
