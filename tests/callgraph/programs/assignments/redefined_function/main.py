def shape():
    return helper_one()


def helper_one():
    return 1


shape()


def shape():
    return helper_two()


def helper_two():
    return 2


shape()
