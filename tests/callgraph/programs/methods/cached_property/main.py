from functools import cached_property


def load():
    return [1]


class Data:
    @cached_property
    def rows(self):
        return load()


def use(data):
    return data.rows


use(Data())
