def known():
    return 1


def fallback():
    return 2


ops = {"known": known}


def run(name):
    return ops.get(name, fallback)()


run("known")
run("other")
