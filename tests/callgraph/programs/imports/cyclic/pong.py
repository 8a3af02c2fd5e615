import ping


def back(n):
    return ping.hit(n)
