class Node:
    def accept(self, visitor):
        return visitor.visit(self)


class Leaf(Node):
    pass


class Branch(Node):
    def __init__(self, *children):
        self.children = children


class Visitor:
    def visit(self, node):
        if isinstance(node, Branch):
            return self.visit_branch(node)
        return self.visit_leaf(node)

    def visit_branch(self, node):
        return [child.accept(self) for child in node.children]

    def visit_leaf(self, node):
        return 1


class Counter(Visitor):
    def __init__(self):
        self.count = 0

    def visit_leaf(self, node):
        self.count += super().visit_leaf(node)


def run():
    counter = Counter()
    Branch(Leaf(), Leaf()).accept(counter)
    return counter.count


run()
