def work(fail):
    if fail:
        raise KeyError("x")


def caught():
    return 1


def fine():
    return 2


def always():
    return 3


def run(fail):
    try:
        work(fail)
    except KeyError:
        caught()
    else:
        fine()
    finally:
        always()


run(True)
run(False)
