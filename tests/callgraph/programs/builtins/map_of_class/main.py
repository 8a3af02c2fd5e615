class Token:
    def __init__(self, text):
        self.text = text

    def upper(self):
        return self.text.upper()


def shout(words):
    return [token.upper() for token in map(Token, words)]


shout(["a", "b"])
