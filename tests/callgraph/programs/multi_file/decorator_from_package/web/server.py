from .routing import table


def serve(path):
    return table[path]()
