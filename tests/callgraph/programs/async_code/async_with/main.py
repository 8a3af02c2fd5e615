import asyncio


class Session:
    async def __aenter__(self):
        return self.open()

    async def __aexit__(self, *error):
        await self.close()

    def open(self):
        return self

    async def close(self):
        return None

    async def get(self):
        return 1


async def main():
    async with Session() as session:
        await session.get()


asyncio.run(main())
