def never_fetch():
    return "real"


fetch = never_fetch


def run():
    return fetch()
