class Metric:
    def __init__(self, name):
        self.name = name
        self.reset_state()

    def __call__(self, value):
        self.update_state(value)
        return self.result()

    def reset_state(self):
        self.total = 0


class Mean(Metric):
    def __init__(self, name="mean"):
        super().__init__(name)

    def reset_state(self):
        super().reset_state()
        self.count = 0

    def update_state(self, value):
        self.total += value
        self.count += 1

    def result(self):
        return self.total / self.count


def measure():
    metric = Mean()
    return metric(3)


measure()
