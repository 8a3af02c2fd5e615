class LogMixin:
    def save(self):
        self.log()
        return super().save()

    def log(self):
        return 0


class Store:
    def save(self):
        return 1


class Shop(LogMixin, Store):
    pass


Shop().save()
