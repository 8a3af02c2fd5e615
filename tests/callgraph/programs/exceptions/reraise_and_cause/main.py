class Low(Exception):
    pass


class High(Exception):
    def __init__(self, text):
        self.text = self.shorten(text)

    def shorten(self, text):
        return text[:3]


def low():
    raise Low()


def middle():
    try:
        low()
    except Low as error:
        raise High("long text") from error


def top():
    try:
        middle()
    except High as error:
        return note(error)


def note(error):
    return error.text


top()
