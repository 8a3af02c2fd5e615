class Doc:
    @classmethod
    def load(cls, text):
        doc = cls()
        doc.fill(text)
        return doc

    def fill(self, text):
        self.text = text


class Page(Doc):
    def fill(self, text):
        self.text = text.upper()


def page():
    return Page.load("x")


def doc():
    return Doc.load("x")


page()
doc()
