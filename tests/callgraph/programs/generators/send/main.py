def handle(x):
    return x


def loop():
    while True:
        got = yield
        handle(got)


def drive():
    g = loop()
    next(g)
    g.send(1)
    g.close()


drive()
