def pour():
    return 1
