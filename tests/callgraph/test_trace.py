#!/usr/bin/env python3
"""The tracer, on programs whose graph is written down here."""
import pathlib
import sys
import tempfile
import textwrap
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import node_names  # noqa: E402
import trace  # noqa: E402


class Traced(unittest.TestCase):
    def run_on(self, function, files):
        if isinstance(files, str):
            files = {"main.py": files}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(textwrap.dedent(text), encoding="utf-8")
            return function(folder)

    def graph(self, files):
        return self.run_on(trace.observe, files)

    def assert_edges(self, files, expected):
        """expected: 'a > b c' per line; all edges there are."""
        wanted = {}
        for line in textwrap.dedent(expected).strip().splitlines():
            caller, _, callees = line.partition(" > ")
            wanted[caller] = sorted(callees.split())
        self.assertEqual({caller: callees for caller, callees in self.graph(files).items() if callees}, wanted)


class Functions(Traced):
    def test_called_functions_without_calls_are_nodes_and_uncalled_ones_are_not(self):
        graph = self.graph("""
            def f(): pass
            def never_g(): pass
            f()
        """)
        self.assertEqual(graph, {"main": ["main.f"], "main.f": []})

    def test_lambdas_on_one_line_are_numbered_in_source_order_within_their_scope(self):
        self.assert_edges("""
            def a(): pass
            pair = [lambda: a(), lambda: a()]
            def f(g=lambda: a()):
                g()
                return (lambda: (lambda: a()))()
            pair[1]()
            f()()
        """, """
            main > main.<lambda2> main.f main.f.<lambda1>.<lambda1>
            main.<lambda2> > main.a
            main.<lambda3> > main.a
            main.f > main.<lambda3> main.f.<lambda1>
            main.f.<lambda1>.<lambda1> > main.a
        """)

    def test_source_order_counts_where_the_syntax_tree_has_another(self):
        self.assert_edges("""
            def a(): pass
            def b(): pass
            x = (lambda: a()) if (lambda: b() or True)() else None
            x()
            y = {(lambda: a())(): 1 for _ in [(lambda: b())()]}
        """, """
            main > main.<lambda1> main.<lambda2> main.<lambda3> main.<lambda4>
            main.<lambda1> > main.a
            main.<lambda2> > main.b
            main.<lambda3> > main.a
            main.<lambda4> > main.b
        """)

    def test_comprehensions_belong_to_the_function_around_them(self):
        self.assert_edges("""
            def a(x): return x
            def f():
                inner = (a(x) for x in [a(1)])
                return sum(inner), [a(y) for y in {a(z) for z in (1,)}], {k: (lambda: a(k))() for k in (1,)}
            def drain(items): return list(items)
            def g(): return drain(a(x) for x in (1,))
            f()
            g()
        """, """
            main > main.f main.g
            main.f > main.a main.f.<lambda1>
            main.f.<lambda1> > main.a
            main.g > main.a main.drain
        """)

    def test_decorators_and_defaults_run_in_the_scope_around(self):
        self.assert_edges("""
            def mark(f): return f
            def one(): return 1
            def f():
                @mark
                @(lambda g: g)
                def inner(x=one()): return x
                return inner()
            f()
        """, """
            main > main.f
            main.f > main.f.<lambda1> main.f.inner main.mark main.one
        """)

    def test_calls_through_the_library_come_from_the_nearest_code_of_the_program(self):
        self.assert_edges("""
            import functools, json
            def key(x): return x
            def add(a, b): return a + b
            def order(): return sorted([2, 1], key=key)
            def total(): return functools.reduce(functools.partial(add), [1, 2])
            def encode(): return json.dumps({1j: 1} if 0 else [1j], default=text)
            def text(x): return key(str(x))
            order(), total(), encode()
        """, """
            main > main.encode main.order main.total
            main.encode > main.text
            main.order > main.key
            main.text > main.key
            main.total > main.add
        """)


class Classes(Traced):
    def test_instantiation_is_an_edge_to_the_code_that_runs(self):
        self.assert_edges("""
            from dataclasses import dataclass
            class Meta(type):
                def __call__(cls): return super().__call__()
            class A(metaclass=Meta):
                def __new__(cls): return super().__new__(cls)
                def __init__(self): pass
            class Empty: pass
            class B(Empty):
                def __init__(self): super().__init__()
            class C(B): pass
            @dataclass
            class D:
                x: int
                def __post_init__(self): pass
            def f(): A(), Empty(), C(), D(1)
            f()
        """, """
            main > main.f
            main.Meta.__call__ > main.A.__init__ main.A.__new__
            main.f > main.B.__init__ main.D.__post_init__ main.Meta.__call__
        """)

    def test_a_class_body_calls_but_is_not_called(self):
        graph = self.graph("""
            def f(): return 1
            class A:
                x = f()
                y = [f() for _ in (1,)]
                z = (lambda: f())()
            class B: pass
        """)
        self.assertEqual(graph, {"main": [], "main.A": ["main.A.<lambda1>", "main.f"], "main.A.<lambda1>": ["main.f"],
                                 "main.f": []})

    def test_hooks_of_the_class_statement_are_called_by_the_scope_around(self):
        self.assert_edges("""
            class Base:
                def __init_subclass__(cls): pass
            class Slot:
                def __set_name__(self, owner, name): pass
            def f():
                class Child(Base):
                    slot = Slot()
            f()
        """, """
            main > main.f
            main.f > main.Base.__init_subclass__ main.Slot.__set_name__
        """)

    def test_code_that_runs_without_a_call_in_sight(self):
        self.assert_edges("""
            class A:
                @property
                def p(self): return 1
                @p.setter
                def p(self, x): check(x)
                def __add__(self, other): return other
                def __enter__(self): return self
                def __exit__(self, *error): pass
                def __private(self): pass
                def f(self): self.__private()
            def check(x): pass
            def f(a):
                a.p = a.p
                with a: a + 1
            a = A()
            f(a)
            a.f()
        """, """
            main > main.A.f main.f
            main.A.f > main.A.__private
            main.A.p > main.check
            main.f > main.A.__add__ main.A.__enter__ main.A.__exit__ main.A.p
        """)


class Suspending(Traced):
    def test_making_a_generator_is_the_call_and_resuming_it_is_none(self):
        self.assert_edges("""
            def part(): return 1
            def gen(): yield part()
            def make(): return gen()
            def pull(g): return next(g)
            def unused(): return gen()
            pull(make())
            unused()
        """, """
            main > main.make main.pull main.unused
            main.gen > main.part
            main.make > main.gen
            main.unused > main.gen
        """)

    def test_generators_as_methods_and_context_managers(self):
        self.assert_edges("""
            from contextlib import contextmanager
            def enter(): pass
            class A:
                def __iter__(self): yield from self.inner()
                def inner(self): yield 1
                @contextmanager
                def opened(self):
                    enter()
                    yield self
                @staticmethod
                def numbers(): yield 1
            def f():
                with A().opened() as a: return list(a), list(A.numbers())
            f()
        """, """
            main > main.f
            main.A.__iter__ > main.A.inner
            main.A.opened > main.enter
            main.f > main.A.__iter__ main.A.numbers main.A.opened
        """)

    def test_coroutines(self):
        self.assert_edges("""
            import asyncio, inspect
            def note(): pass
            async def leaf(): note()
            async def numbers():
                yield note()
            class A:
                async def __aenter__(self): return self
                async def __aexit__(self, *error): await leaf()
            async def main():
                assert asyncio.iscoroutinefunction(leaf)
                async with A():
                    task = asyncio.create_task(leaf())
                    await asyncio.gather(leaf(), task)
                return [x async for x in numbers()]
            asyncio.run(main())
        """, """
            main > main.main
            main.A.__aexit__ > main.leaf
            main.leaf > main.note
            main.main > main.A.__aenter__ main.A.__aexit__ main.leaf main.numbers
            main.numbers > main.note
        """)


class Modules(Traced):
    FILES = {
        "main.py": "import pkg.deep.leaf, other\nfrom node_names import f\nf()\npkg.deep.leaf.g()\n",
        "node_names.py": "def f(): pass\n",
        "other.py": "from pkg import start\nstart()\n",
        "pkg/__init__.py": "from .deep.leaf import g as start\n",
        "pkg/deep/leaf.py": "def g(): pass\n",
        "never_imported.py": "def never_f(): pass\n",
    }

    def test_modules_are_nodes_and_importing_is_no_call(self):
        self.assertEqual(self.graph(self.FILES), {
            "main": ["node_names.f", "pkg.deep.leaf.g"], "node_names": [], "node_names.f": [],
            "other": ["pkg.deep.leaf.g"], "pkg": [], "pkg.deep.leaf": [], "pkg.deep.leaf.g": []})

    def test_a_failing_program_is_reported(self):
        with self.assertRaisesRegex(trace.ProgramFailed, "ZeroDivisionError"):
            self.graph("1 / 0")

    def test_output_of_the_program_does_not_disturb(self):
        self.assertEqual(self.graph("print('hello')"), {"main": []})

    def test_a_lambda_that_yields_is_refused(self):
        with self.assertRaisesRegex(trace.ProgramFailed, "lambda that yields"):
            self.graph("f = lambda: (yield)")


class LeftOut(Traced):
    def test_what_should_have_run(self):
        found = self.run_on(trace.left_out, """\
            from abc import abstractmethod
            def f(x):
                if x:
                    return 1
                return 2
            def g():
                pass
            def never_h():
                return 1
            def never_i():
                return 2
            class A:
                @abstractmethod
                def m(self):
                    '''Nothing.'''
            f(1)
            never_i()
            if 0:
                g()  # not reached
        """)
        self.assertEqual(found, ["main.g", "main.never_i was called", "main.py:5"])

    def test_names_of_files(self):
        for path, name in [("main.py", "main"), ("a/b.py", "a.b"), ("a/__init__.py", "a"), ("a/b/__init__.py", "a.b")]:
            self.assertEqual(node_names.module_name("x", "x/" + path), name)


if __name__ == "__main__":
    unittest.main()
