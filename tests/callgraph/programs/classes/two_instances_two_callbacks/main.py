class Job:
    def __init__(self, task):
        self.task = task


def bake():
    return 1


def wash():
    return 2


kitchen = Job(bake)
laundry = Job(wash)


def morning():
    return kitchen.task()


def evening():
    return laundry.task()


morning()
evening()
