import asyncio
from contextlib import asynccontextmanager


async def connect():
    return 1


def close():
    return 0


@asynccontextmanager
async def link():
    yield await connect()
    close()


async def main():
    async with link() as x:
        return x


asyncio.run(main())
