def quick():
    import heavy
    return heavy.lift()


def other():
    from heavy import lower as down
    return down()


quick()
other()
