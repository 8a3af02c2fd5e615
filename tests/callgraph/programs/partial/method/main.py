import functools


class Mailer:
    def send(self, to, text):
        return self.post(to + text)

    def post(self, text):
        return text


def prepare(mailer):
    return functools.partial(mailer.send, "me")


def run():
    return prepare(Mailer())("hi")


run()
