def base():
    return 1


def extra():
    return 2


def other():
    return 3


def use_update():
    table = {"base": base}
    table.update({"extra": extra})
    return table["extra"]()


def use_merge():
    table = {"base": base} | {"other": other}
    return table["other"]()


def use_spread():
    table = {**{"base": base}, "other": other}
    return table["base"]()


use_update()
use_merge()
use_spread()
