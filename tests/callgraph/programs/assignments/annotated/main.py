from typing import Callable


def solve() -> int:
    return 4


solver: Callable[[], int] = solve
solver()


class Plan:
    step: Callable[[], int]

    def __init__(self):
        self.step: Callable[[], int] = solve

    def go(self):
        return self.step()


Plan().go()
