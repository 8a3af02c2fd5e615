import asyncio


async def one():
    return count(1)


async def two():
    return count(2)


def count(n):
    return n


async def main():
    await asyncio.gather(one(), two())
    task = asyncio.create_task(one())
    return await task


def start():
    return asyncio.run(main())


start()
