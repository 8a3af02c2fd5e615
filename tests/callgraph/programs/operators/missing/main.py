class Cache(dict):
    def __missing__(self, key):
        self[key] = build(key)
        return self[key]


def build(key):
    return key


def read(cache):
    return cache["a"]


read(Cache())
