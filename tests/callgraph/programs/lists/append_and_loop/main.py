def work():
    return 1


def rest():
    return 2


def day():
    plan = []
    plan.append(work)
    plan.append(rest)
    for step in plan:
        step()


day()
