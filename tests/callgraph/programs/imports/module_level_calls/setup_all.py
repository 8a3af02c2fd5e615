from parts import make


def build():
    return make()


value = build()
