def _build():
    return 1


def _change():
    return 2


_found = {"tool": _build, "other": _change}


def __getattr__(name):
    if name in _found:
        return look(name)
    raise AttributeError(name)


def look(name):
    return _found[name]
