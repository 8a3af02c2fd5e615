"""observer.py FOLDER [left-out]: lives in the process of the program. Runs main.py of the folder and prints what called
what, or what did not run though it should have, as a Python literal. Imports little: a process is started per program."""
import builtins
import importlib.machinery
import io
import os
import sys

import node_names

CO_COROUTINE = 0x80
SUSPENDING = 0x20 | CO_COROUTINE | 0x200  # generators and asynchronous generators (inspect.CO_…)


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Observer:
    def __init__(self, folder):
        self.folder = folder
        self.nodes = {}  # (file, first line, code name) -> (node, kind)
        self.graph = {}  # node -> set of nodes
        self.lines = {}  # file -> lines that ran

    # --- code ---------------------------------------------------------------------------------------------------------
    def compile(self, path):
        source = text_of(path)
        tree, table = node_names.prepare(source, path, node_names.module_name(self.folder, path))
        for key, value in table.items():
            self.nodes[(path, *key) if isinstance(key, tuple) else (path, 0, key)] = value
        self.graph.setdefault(table["<module>"][0], set())
        self.lines.setdefault(path, set())
        return compile(tree, path, "exec", dont_inherit=True)

    def node(self, code):
        line = 0 if code.co_name == "<module>" else code.co_firstlineno
        return self.nodes.get((code.co_filename, line, code.co_name))

    # --- events -------------------------------------------------------------------------------------------------------
    def edge(self, frame, callee):
        """frame: the first that may be the caller. Nothing is known of calls without program code on the stack."""
        self.graph.setdefault(callee, set())
        while frame is not None:
            caller = self.node(frame.f_code)
            if caller is not None:
                self.graph.setdefault(caller[0], set()).add(callee)
                return
            frame = frame.f_back

    def on_profile(self, frame, event, _):
        if event == "call" and not frame.f_code.co_flags & SUSPENDING:
            node = self.node(frame.f_code)
            if node is not None and node[1] == node_names.FUNCTION:
                self.edge(frame.f_back, node[0])

    def on_creation(self, function):
        """Decorates generator functions and coroutine functions: calling one is the call, resuming it is none."""
        callee = self.node(function.__code__)[0]

        import functools  # only programs that need it pay for it

        @functools.wraps(function)
        def create(*args, **kwargs):
            self.edge(sys._getframe(1), callee)
            return function(*args, **kwargs)

        if function.__code__.co_flags & CO_COROUTINE:
            import asyncio
            import inspect
            if hasattr(inspect, "markcoroutinefunction"):
                inspect.markcoroutinefunction(create)
            else:
                create._is_coroutine = asyncio.coroutines._is_coroutine
        return create

    def on_trace(self, frame, event, _):
        if frame.f_code.co_filename not in self.lines:
            return None
        if event == "line":
            self.lines[frame.f_code.co_filename].add(frame.f_lineno // node_names.SPREAD)
        return self.on_trace

    # --- the run ------------------------------------------------------------------------------------------------------
    def path_hook(self, path):
        if not (path + os.sep).startswith(self.folder + os.sep):
            raise ImportError(path)
        observer = self

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, fullname):
                return observer.compile(self.path)

        return importlib.machinery.FileFinder(path, (Loader, [".py"]))

    def run(self, with_lines):
        path = os.path.join(self.folder, "main.py")
        code = self.compile(path)
        setattr(builtins, node_names.CREATOR, self.on_creation)
        sys.path_hooks.insert(0, self.path_hook)
        sys.path[0] = self.folder
        sys.argv = [path]
        main = type(sys)("__main__")
        main.__file__ = path
        sys.modules["__main__"] = main
        for ours in ("node_names", "observer"):  # a program may have modules of these names
            sys.modules.pop(ours, None)
        output, sys.stdout = sys.stdout, io.StringIO()
        if with_lines:
            sys.settrace(self.on_trace)
        sys.setprofile(self.on_profile)
        try:
            exec(code, main.__dict__)
        finally:
            sys.setprofile(None)
            sys.settrace(None)
            sys.stdout = output

    def graph_as_lists(self):
        return {node: sorted(self.graph[node]) for node in sorted(self.graph)}

    def left_out(self):
        """What did not run though it should have: functions, and statements as FILE:LINE."""
        found = []
        for path, ran in sorted(self.lines.items()):
            source = text_of(path)
            for name in sorted(node_names.defined(source, node_names.module_name(self.folder, path))):
                if name not in self.graph and not node_names.is_deliberately_uncalled(name):
                    found.append(name)
                elif name in self.graph and node_names.is_deliberately_uncalled(name):
                    found.append(f"{name} was called")
            for first, last in node_names.statements(source):
                if not ran.intersection(range(first, last + 1)):
                    found.append(f"{os.path.relpath(path, self.folder)}:{first}")
        return found


if __name__ == "__main__":
    observer = Observer(sys.argv[1])
    wants_left_out = sys.argv[2:] == ["left-out"]
    observer.run(wants_left_out)
    print(repr(observer.left_out() if wants_left_out else observer.graph_as_lists()))
