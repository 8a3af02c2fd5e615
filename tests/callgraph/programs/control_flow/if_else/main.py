def sunny():
    return 1


def rainy():
    return 2


def plan(dry):
    if dry:
        return sunny()
    else:
        return rainy()


plan(True)
plan(False)
