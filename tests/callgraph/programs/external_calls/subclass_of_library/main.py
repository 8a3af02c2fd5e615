import json


class Encoder(json.JSONEncoder):
    def default(self, value):
        return pack(value)


def pack(value):
    return sorted(value)


def dump():
    return json.dumps({"x": {1, 2}}, cls=Encoder)


dump()
