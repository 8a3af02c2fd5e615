def read(chunks):
    return chunks.pop() if chunks else None


def handle(chunk):
    return chunk


def choose():
    return handle


def loop(chunks):
    while (chunk := read(chunks)) is not None:
        handle(chunk)
    if f := choose():
        f(1)


loop([1, 2])
