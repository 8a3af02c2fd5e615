class Recipe:
    def cook(self):
        self.mix()
        return self.bake()

    def mix(self):
        return self.weigh()

    def bake(self):
        return 1

    def weigh(self):
        return 2


Recipe().cook()
