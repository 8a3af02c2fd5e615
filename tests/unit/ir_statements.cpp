#include "tests/unit/ir_support.h"

#include <doctest/doctest.h>

using graphfence::test::lowered;
using graphfence::test::lowered_functions;

TEST_CASE("chained assignment evaluates the value once and stores from left to right") {
  CHECK(lowered_functions(R"py(def g(o):
    a = o.x = o[0] = f()
)py") ==
        R"ir(function g(o)
0: %0 = global f
1: %1 = %0()
2: a = %1
3: o.x = %1
4: %2 = 0
5: o[%2] = %1
)ir");
}

TEST_CASE("a local variable receives the result at once") {
  CHECK(lowered_functions(R"py(def g(o):
    a = o.x
    b = a
    a = a + b
)py") ==
        R"ir(function g(o)
0: a = o.x
1: b = a
2: a = a + b
)ir");
}

TEST_CASE("unpacking goes straight to variables, or through temporaries when a target is more than a name") {
  CHECK(lowered_functions(R"py(def g(o):
    a, b = o
    a, b = b, a
    a, o.x, (b, [*c]) = o
    *a, b = o
)py") ==
        R"ir(function g(o)
0: unpack a, b = o
1: %0 = (b, a)
2: unpack a, b = %0
3: unpack %0, %1, %2 = o
4: a = %0
5: o.x = %1
6: unpack %3, %4 = %2
7: b = %3
8: unpack *c = %4
9: unpack *a, b = o
)ir");
}

TEST_CASE("a starred target may be an attribute") {
  CHECK(lowered_functions(R"py(def g(t):
    *t.x, b = t
    [*t[0], c] = t
)py") ==
        R"ir(function g(t)
0: unpack *%0, %1 = t
1: t.x = %0
2: b = %1
3: unpack *%0, %1 = t
4: %2 = 0
5: t[%2] = %0
6: c = %1
)ir");
}

TEST_CASE("an attribute of type(x) is assigned, although the grammar reads a type alias") {
  CHECK(lowered_functions(R"py(def g(x, y):
    type(x).n = y
    type (x).a[0] = not y
    type(x).k += 1
)py") ==
        R"ir(function g(x, y)
0: %0 = global type
1: %1 = %0(x)
2: %1.n = y
3: %0 = not y
4: %1 = global type
5: %2 = %1(x)
6: %3 = %2.a
7: %4 = 0
8: %3[%4] = %0
9: %0 = global type
10: %1 = %0(x)
11: %2 = %1.k
12: %3 = 1
13: %4 = %2 += %3
14: %1.k = %4
)ir");
}

TEST_CASE("augmented assignment evaluates its target once") {
  CHECK(lowered_functions(R"py(def g(o, i):
    o.x += 1
    o[i] -= 2
    i *= 3
    n @= 4
)py") ==
        R"ir(function g(o, i)
0: %0 = o.x
1: %1 = 1
2: %2 = %0 += %1
3: o.x = %2
4: %0 = o[i]
5: %1 = 2
6: %2 = %0 -= %1
7: o[i] = %2
8: %0 = 3
9: i = i *= %0
10: %0 = 4
11: n = n @= %0
)ir");
}

TEST_CASE("annotations are not evaluated, annotated values are assigned") {
  CHECK(lowered_functions(R"py(def g(o):
    x: int
    y: List[int] = o
    o.z: float = y
)py") ==
        R"ir(function g(o)
0: nop
1: y = o
2: o.z = y
)ir");
}

TEST_CASE("del of every kind of target") {
  CHECK(lowered_functions(R"py(def g(o, i):
    del i, o.x, o[0], (a, b)
    del [c]
)py") ==
        R"ir(function g(o, i)
0: del i
1: del o.x
2: %0 = 0
3: del o[%0]
4: del a
5: del b
6: del c
)ir");
}

TEST_CASE("assert is a branch around raise") {
  CHECK(lowered_functions(R"py(def g(a, b):
    assert a
    assert a, b
)py") ==
        R"ir(function g(a, b)
0: if assert a else 1 end 4
1: %0 = global AssertionError
2: %1 = %0()
3: raise %1 from -
4: if assert a else 5 end 8
5: %0 = global AssertionError
6: %1 = %0(b)
7: raise %1 from -
)ir");
}

TEST_CASE("raise with and without cause") {
  CHECK(lowered_functions(R"py(def g(a, b):
    raise
    raise a
    raise a from b
)py") ==
        R"ir(function g(a, b)
0: raise - from -
1: raise a from -
2: raise a from b
)ir");
}

TEST_CASE("imports of every form") {
  CHECK(lowered(R"py(import a
import a.b.c
import a.b as d, e
from m import x, y as z
from . import p
from ..q.r import (s)
from t import *
from __future__ import annotations
)py") ==
        R"ir(module
0: %0 = import a
1: global a = %0
2: %0 = import top of a.b.c
3: global a = %0
4: %0 = import a.b
5: global d = %0
6: %1 = import e
7: global e = %1
8: %0 = from m import x
9: global x = %0
10: %1 = from m import y
11: global z = %1
12: %0 = from . import p
13: global p = %0
14: %0 = from ..q.r import s
15: global s = %0
16: from t import *
17: %0 = from __future__ import annotations
18: global annotations = %0
)ir");
}

TEST_CASE("global variables are stored and deleted by name") {
  CHECK(lowered_functions(R"py(def g():
    global n
    n = 1
    n += 1
    del n
    return n
)py") ==
        R"ir(function g()
0: %0 = 1
1: global n = %0
2: %0 = global n
3: %1 = 1
4: %2 = %0 += %1
5: global n = %2
6: del global n
7: %0 = global n
8: return %0
)ir");
}

TEST_CASE("print and exec statements of Python 2 are unknown") {
  CHECK(lowered_functions(R"py(def g(x):
    print x
    exec 'x'
)py") ==
        R"ir(function g(x) dynamic
0: %0 = unknown
1: drop %0
2: %0 = unknown
3: drop %0
)ir");
}

TEST_CASE("docstrings and other lone literals do nothing") {
  CHECK(lowered_functions(R"py(def g():
    '''doc'''
    ...
    1
    g
)py") ==
        R"ir(function g()
0: nop
1: nop
2: nop
3: %0 = global g
4: drop %0
)ir");
}

TEST_CASE("a type alias binds an unknown value") {
  CHECK(lowered(R"py(type A[T] = list[T]
def g():
    type B = int
    return B
)py") ==
        R"ir(module
0: %0 = unknown
1: global A = %0
2: %0 = function unit 1()
3: global g = %0
function g()
0: B = unknown
1: return B
)ir");
}
