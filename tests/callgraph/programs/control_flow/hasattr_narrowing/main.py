class Plain:
    def raw(self):
        return 1


class Rich:
    def render(self):
        return 2


def show(thing):
    if hasattr(thing, "render"):
        return thing.render()
    return thing.raw()


show(Plain())
show(Rich())
