def usual():
    return 1


def special():
    return 2


def act(hook=None):
    if hook is None:
        hook = usual
    return hook()


act()
act(special)
