def logged(f):
    def around():
        note()
        return f()

    return around


def note():
    return 0


@logged
def work():
    return 1


def main():
    return work()


main()
