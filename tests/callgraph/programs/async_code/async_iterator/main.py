import asyncio


class Feed:
    def __init__(self):
        self.left = 2

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.left == 0:
            raise StopAsyncIteration
        self.left -= 1
        return self.item()

    def item(self):
        return self.left


async def main():
    async for x in Feed():
        use(x)


def use(x):
    return x


asyncio.run(main())
