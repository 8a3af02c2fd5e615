def done():
    return 1


maker = lambda: lambda: done()
maker()()
