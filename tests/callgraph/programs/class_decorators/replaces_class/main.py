def loud(cls):
    class Loud(cls):
        def speak(self):
            return super().speak().upper()

    return Loud


@loud
class Voice:
    def speak(self):
        return "hello"


def talk():
    return Voice().speak()


talk()
