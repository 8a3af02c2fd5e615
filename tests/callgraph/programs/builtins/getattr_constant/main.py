class Robot:
    def walk(self):
        return "walk"

    def never_fly(self):
        return "fly"


def order(robot):
    return getattr(robot, "walk")()


order(Robot())
