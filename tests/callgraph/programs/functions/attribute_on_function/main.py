def main_task():
    return main_task.helper()


def helper():
    return 1


main_task.helper = helper
main_task()
