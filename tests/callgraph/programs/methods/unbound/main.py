class Clock:
    def tick(self):
        return 1


def by_class(clock):
    return Clock.tick(clock)


def by_alias(clock):
    f = Clock.tick
    return f(clock)


clock = Clock()
by_class(clock)
by_alias(clock)
