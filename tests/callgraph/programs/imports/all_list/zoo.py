__all__ = ["dog", "_bird"]


def dog():
    return "dog"


def never_cat():
    return "zoo cat"


def _bird():
    return "bird"
