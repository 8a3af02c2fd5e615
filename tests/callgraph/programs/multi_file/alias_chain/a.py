def original():
    return 1
