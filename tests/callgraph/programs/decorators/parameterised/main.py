def repeat(times):
    def decorate(f):
        def loop():
            return [f() for _ in range(times)]

        return loop

    return decorate


@repeat(2)
def beep():
    return "b"


beep()
