def log(n):
    return n


def counter():
    n = 0

    def step():
        nonlocal n
        n += 1
        log(n)
        return n

    return step


tick = counter()
tick()
tick()
