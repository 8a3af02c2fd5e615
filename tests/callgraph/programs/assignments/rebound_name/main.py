def draft():
    return 1


def final():
    return 2


text = draft
text()
text = final


def publish():
    return text()


publish()
