def ping():
    return "ping"


def run(action):
    return action()


run(ping)
