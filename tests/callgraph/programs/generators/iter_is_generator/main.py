class Tree:
    def __init__(self, value, children=()):
        self.value = value
        self.children = children

    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child


def walk(tree):
    return [visit(x) for x in tree]


def visit(x):
    return x


walk(Tree(1, [Tree(2)]))
