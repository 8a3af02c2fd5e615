def quiet():
    return 0


def loud():
    return 1


mode = quiet


def change():
    global mode
    mode = loud


def speak():
    return mode()


speak()
change()
speak()
