def make(i):
    return i


def show(x):
    return x


made = [make(i) for i in range(2)]
shown = {i: show(i) for i in made}


class Holder:
    numbers = [make(i) for i in range(2)]


Holder()
