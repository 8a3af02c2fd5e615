import sys

if sys.version_info >= (3,):
    def encode(text):
        return modern(text)
else:
    def encode(text):
        return never_ancient(text)  # not reached


def modern(text):
    return text.encode()


def never_ancient(text):
    return text


encode("x")
