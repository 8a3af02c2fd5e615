class Printable:
    def show(self):
        return self.text()


class Letter(Printable):
    def text(self):
        return "dear"


class Bill(Printable):
    def text(self):
        return "pay"


def mail():
    return Letter().show()


def charge():
    return Bill().show()


mail()
charge()
