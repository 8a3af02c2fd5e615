import asyncio


async def fetch():
    return 1


async def call(action):
    return await action()


async def later():
    loop = asyncio.get_running_loop()
    return await call(fetch), loop


def start():
    return asyncio.run(later())


start()
