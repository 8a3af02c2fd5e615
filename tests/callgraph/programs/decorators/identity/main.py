def plain(f):
    return f


@plain
def greet():
    return 1


greet()
