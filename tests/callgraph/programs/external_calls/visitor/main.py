import ast


class Names(ast.NodeVisitor):
    def __init__(self):
        self.found = []

    def visit_Name(self, node):
        self.add(node.id)

    def add(self, name):
        self.found.append(name)


def names(text):
    visitor = Names()
    visitor.visit(ast.parse(text))
    return visitor.found


names("a + b")
