def hoist():
    return 2
