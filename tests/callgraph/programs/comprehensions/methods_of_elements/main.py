class Node:
    def __init__(self, n):
        self.n = n

    def value(self):
        return self.n


def values():
    nodes = [Node(i) for i in range(2)]
    return [node.value() for node in nodes]


values()
