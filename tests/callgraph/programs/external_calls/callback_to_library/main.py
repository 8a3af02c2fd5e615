import re


def upper(match):
    return match.group(0).upper()


def shout(text):
    return re.sub("a+", upper, text)


shout("banana")
