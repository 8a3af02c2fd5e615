def free(self):
    return self.value()


class Late:
    def value(self):
        return 1


Late.extra = free
Late().extra()
