from c import run as go


def main():
    return go()


main()
