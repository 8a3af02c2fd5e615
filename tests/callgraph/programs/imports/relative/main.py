from garden.beds.roses import plant


def spring():
    return plant()


spring()
