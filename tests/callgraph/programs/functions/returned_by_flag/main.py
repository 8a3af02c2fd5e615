def low():
    return 1


def high():
    return 2


def select(up):
    return high if up else low


select(True)()
select(False)()
