import pong


def hit(n):
    return n if n == 0 else pong.back(n - 1)
