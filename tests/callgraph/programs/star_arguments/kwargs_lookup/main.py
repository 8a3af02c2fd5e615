def hook():
    return 1


def run(**options):
    return options["after"]()


run(after=hook)
