#!/usr/bin/env python3
"""trace.py PROGRAM_DIR: runs main.py of the folder and prints the call graph of what ran, as JSON adjacency in the
convention of `graphfence debug callgraph` (README.md). Nodes are code below the folder; an edge goes from the nearest
such code on the stack to the function that starts to run."""
import builtins
import functools
import importlib.machinery
import inspect
import io
import json
import os
import pathlib
import subprocess
import sys

import node_names

SUSPENDING = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class ProgramFailed(Exception):
    pass


class Observer:
    """Lives in the process of the program."""

    def __init__(self, folder):
        self.folder = folder
        self.nodes = {}  # (file, first line, code name) -> (node, kind)
        self.graph = {}  # node -> set of nodes
        self.lines = {}  # file -> lines that ran

    # --- code ---------------------------------------------------------------------------------------------------------
    def compile(self, path):
        source = pathlib.Path(path).read_text(encoding="utf-8")
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

        @functools.wraps(function)
        def create(*args, **kwargs):
            self.edge(sys._getframe(1), callee)
            return function(*args, **kwargs)

        if inspect.iscoroutinefunction(function):
            if hasattr(inspect, "markcoroutinefunction"):
                inspect.markcoroutinefunction(create)
            else:
                import asyncio
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
        if pathlib.Path(path) != self.folder and self.folder not in pathlib.Path(path).parents:
            raise ImportError(path)
        observer = self

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, fullname):
                return observer.compile(self.path)

        return importlib.machinery.FileFinder(path, (Loader, [".py"]))

    def run(self, with_lines):
        path = str(self.folder / "main.py")
        code = self.compile(path)
        setattr(builtins, node_names.CREATOR, self.on_creation)
        sys.path_hooks.insert(0, self.path_hook)
        sys.path[0] = str(self.folder)
        sys.argv = [path]
        main = type(sys)("__main__")
        main.__file__ = path
        sys.modules["__main__"] = main
        for ours in ("node_names", "trace"):  # a program may have modules of these names
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
            source = pathlib.Path(path).read_text(encoding="utf-8")
            for name in sorted(node_names.defined(source, node_names.module_name(self.folder, path))):
                if name not in self.graph and not node_names.is_deliberately_uncalled(name):
                    found.append(name)
                elif name in self.graph and node_names.is_deliberately_uncalled(name):
                    found.append(f"{name} was called")
            for first, last in node_names.statements(source):
                if not ran.intersection(range(first, last + 1)):
                    found.append(f"{os.path.relpath(path, self.folder)}:{first}")
        return found


def child(folder, *options):
    command = [sys.executable, "-B", "-s", "-S", os.path.abspath(__file__), "--inside", *options, str(folder)]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=60, env=environment)
    if done.returncode != 0:
        raise ProgramFailed(f"{folder}: exit status {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def observe(folder):
    """node -> sorted list of nodes it calls."""
    return child(pathlib.Path(folder).resolve())


def left_out(folder):
    return child(pathlib.Path(folder).resolve(), "--left-out")


def main(arguments):
    if arguments[:1] == ["--inside"]:
        observer = Observer(pathlib.Path(arguments[-1]))
        observer.run("--left-out" in arguments)
        result = observer.left_out() if "--left-out" in arguments else observer.graph_as_lists()
        sys.stdout.write(json.dumps(result))
        return 0
    if len(arguments) != 1 or not os.path.isfile(os.path.join(arguments[0], "main.py")):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(json.dumps(observe(arguments[0]), indent=2))
    except ProgramFailed as failure:
        print(f"trace.py: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
