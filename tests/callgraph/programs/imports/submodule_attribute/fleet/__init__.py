def ready():
    return 1
