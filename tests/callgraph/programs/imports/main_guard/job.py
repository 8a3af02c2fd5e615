def work():
    return 1


def never_demo():
    return work()


if __name__ == "__main__":
    never_demo()  # not reached
