def log(f):
    def call(x):
        return f(x)

    return call


def base(x):
    return x


def build():
    made = []
    for k in range(2):
        @log
        def step(x, k=k):
            return base(x + k)

        made.append(step)
    return made


def run():
    return [step(1) for step in build()]


run()
