def never_old():
    return "old"


def new():
    return "new"


handler = never_old
handler = new
handler()
