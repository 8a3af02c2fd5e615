table = {}


def route(path):
    def add(view):
        table[path] = view
        return view

    return add
