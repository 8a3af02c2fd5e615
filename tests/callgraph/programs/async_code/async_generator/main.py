import asyncio


def make(i):
    return i


def show(x):
    return x


async def numbers():
    for i in range(2):
        yield make(i)


async def main():
    async for n in numbers():
        show(n)
    return [show(n) async for n in numbers()]


asyncio.run(main())
