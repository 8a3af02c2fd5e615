"""Gives every code object of a program its name in the call graph, and prepares the source so that it can be told which
code object runs: `prepare` returns a syntax tree to compile and a table from (first line, code name) to node.

Line numbers are spread by SPREAD, and everything that becomes a code object gets a line number of its own. So two
lambdas on one line stay two, on every version of Python, without `co_qualname` or `co_positions`."""
import ast
import os

SPREAD = 1000
MODULE, CLASS, FUNCTION, PART = "module", "class", "function", "part"  # PART: a comprehension, belongs to its scope
CREATOR = "__observe_creation__"  # the decorator that generators and coroutines get; the tracer puts it into builtins

NOT_REACHED = "# not reached"  # on a statement that a constant condition keeps from running

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = {ast.ListComp: "<listcomp>", ast.SetComp: "<setcomp>", ast.DictComp: "<dictcomp>",
                  ast.GeneratorExp: "<genexpr>"}
NO_CODE = (ast.Global, ast.Nonlocal, ast.Pass, ast.Break, ast.Continue)  # statements without a line event of their own


class Scope:
    def __init__(self, parent, node, name=None):
        self.parent, self.node, self.own_name, self.lambdas = parent, node, name, []

    def name(self):
        if self.parent is None:
            return self.own_name
        if isinstance(self.node, ast.Lambda):
            number = sorted(self.parent.lambdas, key=place).index(self.node) + 1
            return f"{self.parent.name()}.<lambda{number}>"
        return f"{self.parent.name()}.{self.node.name}"


def place(node):
    return node.lineno, node.col_offset


def module_name(folder, path):
    parts = os.path.splitext(os.path.relpath(path, folder))[0].split(os.sep)
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return ".".join(parts)


def module_names(folder):
    """All modules below the folder, imported or not."""
    return sorted(module_name(folder, os.path.join(place, file)) for place, _, files in os.walk(folder)
                  for file in files if file.endswith(".py"))


def scopes(tree, name):
    """(node, scope whose code it becomes, kind) of all that becomes a code object."""
    found = []

    def walk(node, scope):
        if isinstance(node, ast.Lambda):
            scope.lambdas.append(node)
        if isinstance(node, (*DEFINITIONS, ast.ClassDef, ast.Lambda)):
            inner = Scope(scope, node)
            found.append((node, inner, CLASS if isinstance(node, ast.ClassDef) else FUNCTION))
            body = node.body if isinstance(node.body, list) else [node.body]
            for child in ast.iter_child_nodes(node):  # decorators, defaults and bases belong outside
                walk(child, inner if any(child is part for part in body) else scope)
            return
        if type(node) in COMPREHENSIONS:
            found.append((node, scope, PART))
        for child in ast.iter_child_nodes(node):
            walk(child, scope)

    top = Scope(None, tree, name)
    walk(tree, top)
    return top, found


def suspends(function):
    """Whether calling the function makes a generator or coroutine instead of running it."""
    if isinstance(function, ast.AsyncFunctionDef):
        return True
    pending = list(function.body)
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (*DEFINITIONS, ast.ClassDef, ast.Lambda, ast.GeneratorExp)):
            pending.extend(ast.iter_child_nodes(node))
    return False


def code_name(node):
    return COMPREHENSIONS.get(type(node)) or ("<lambda>" if isinstance(node, ast.Lambda) else node.name)


def first_node(node):
    """The one whose line CPython writes into co_firstlineno."""
    decorators = getattr(node, "decorator_list", None)
    return decorators[0] if decorators else node


def prepare(source, filename, name):
    tree = ast.parse(source, filename)
    top, found = scopes(tree, name)
    named = [(node, scope.name(), kind) for node, scope, kind in found]  # before lines change: lambdas sort by place
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno *= SPREAD
            node.end_lineno = node.end_lineno * SPREAD + SPREAD - 1
    used = {}
    for node, _, _ in named:
        if isinstance(node, ast.Lambda) and any(isinstance(part, (ast.Yield, ast.YieldFrom))
                                                for part in ast.walk(node.body)):
            raise SyntaxError(f"{filename}:{node.lineno // SPREAD}: a lambda that yields cannot be observed")
        if isinstance(node, DEFINITIONS) and suspends(node):
            node.decorator_list.append(ast.copy_location(ast.Name(CREATOR, ast.Load()), node))
        first = first_node(node)
        line = first.lineno // SPREAD
        used[line] = used.get(line, 0) + 1
        first.lineno = line * SPREAD + used[line]
    table = {(first_node(node).lineno, code_name(node)): (node_name, kind) for node, node_name, kind in named}
    table["<module>"] = (top.name(), MODULE)
    return tree, table


def defined(source, name):
    """Names of all functions, methods and lambdas, without abstract methods."""
    return {scope.name() for node, scope, kind in scopes(ast.parse(source), name)[1]
            if kind == FUNCTION and not is_abstract(node)}


def is_abstract(node):
    return any(isinstance(decorator, ast.Name) and decorator.id == "abstractmethod"
               for decorator in getattr(node, "decorator_list", ()))


def is_deliberately_uncalled(node):
    return any(part.startswith("never_") for part in node.split("."))


def statements(source):
    """(first, last) lines of the simple statements that have to run: not in functions named never_…, not marked."""
    lines, texts = [], source.splitlines()

    def walk(node):
        if isinstance(node, DEFINITIONS) and node.name.startswith("never_"):
            return
        if isinstance(node, ast.stmt) and not hasattr(node, "body") and not isinstance(node, (*NO_CODE, ast.Match)):
            if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) and not (
                    isinstance(node, ast.AnnAssign) and node.value is None):
                if NOT_REACHED not in texts[node.lineno - 1]:
                    lines.append((node.lineno, node.end_lineno))
        for child in ast.iter_child_nodes(node):
            walk(child)

    walk(ast.parse(source))
    return lines
