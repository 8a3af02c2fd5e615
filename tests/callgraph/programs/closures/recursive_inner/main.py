def leaf(n):
    return n


def count(n):
    def down(k):
        if k == 0:
            return leaf(k)
        return down(k - 1)

    return down(n)


count(2)
