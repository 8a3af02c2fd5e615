import service


def fake():
    return "fake"


service.fetch = fake


def use():
    return service.run()


use()
