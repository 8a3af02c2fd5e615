class Bus:
    def __init__(self):
        self.listeners = []

    def subscribe(self, f):
        self.listeners.append(f)

    def publish(self, message):
        for listener in self.listeners:
            listener(message)


def store(message):
    return message


class Screen:
    def show(self, message):
        return message


bus = Bus()
bus.subscribe(store)
bus.subscribe(Screen().show)
bus.publish("hi")
