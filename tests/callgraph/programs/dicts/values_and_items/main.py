def red():
    return 1


def blue():
    return 2


paints = {"r": red}
inks = {"b": blue}


def all_paints():
    for f in paints.values():
        f()


def all_inks():
    for name, f in inks.items():
        f()


all_paints()
all_inks()
