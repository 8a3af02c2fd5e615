from .registry import register


@register("cut")
class Cut:
    def work(self):
        return "cut"
