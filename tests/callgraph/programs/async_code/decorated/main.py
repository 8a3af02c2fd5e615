import asyncio
import functools


def retry(f):
    @functools.wraps(f)
    async def run(*args):
        for _ in range(2):
            await f(*args)

    return run


@retry
async def ping(host):
    return host


async def main():
    await ping("a")


asyncio.run(main())
