class Button:
    def __init__(self, action):
        self.action = action

    def press(self):
        return self.action()


class Window:
    def __init__(self):
        self.button = Button(self.close)

    def close(self):
        return "closed"


Window().button.press()
