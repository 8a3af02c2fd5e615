import asyncio


async def leaf():
    return helper()


def helper():
    return 1


async def middle():
    return await leaf()


async def main():
    return await middle()


asyncio.run(main())
