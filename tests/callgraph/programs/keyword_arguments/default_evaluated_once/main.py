def compute():
    return 1


def run(value=compute()):
    return value


run()
run()
