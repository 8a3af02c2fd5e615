__all__ = ["phrase"]


def never_word():
    return "theirs"


word = never_word


def phrase():
    return "phrase"
