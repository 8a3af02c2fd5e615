def old():
    return 1


def new():
    return 2


def make():
    current = old

    def update():
        nonlocal current
        current = new

    def call():
        return current()

    return update, call


update, call = make()
call()
update()
call()
