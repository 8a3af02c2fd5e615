import setup_all


def run():
    return setup_all.value


run()
