def fly():
    return 1


def swim():
    return 2


moves = dict(air=fly, sea=swim)


def up():
    return moves["air"]()


def down():
    return moves["sea"]()


up()
down()
