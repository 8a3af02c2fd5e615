def factory(label):
    def decorate(text):
        return f"<{text}>"

    class Tag:
        def __init__(self):
            self.label = label

        def render(self):
            return decorate(self.label)

    return Tag


def page():
    return factory("b")().render()


page()
