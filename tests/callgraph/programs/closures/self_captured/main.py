class Panel:
    def __init__(self):
        self.handlers = []

    def setup(self):
        def on_click():
            return self.refresh()

        self.handlers.append(on_click)

    def refresh(self):
        return 1

    def click(self):
        return self.handlers[0]()


panel = Panel()
panel.setup()
panel.click()
