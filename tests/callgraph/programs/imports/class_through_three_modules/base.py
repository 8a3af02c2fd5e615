class Base:
    def __init__(self, host):
        self.host = clean(host)

    def encode(self):
        return self.host


def clean(text):
    return text.strip()
