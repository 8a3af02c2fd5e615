import ping


def play():
    return ping.hit(2)


play()
