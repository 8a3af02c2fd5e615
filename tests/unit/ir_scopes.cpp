#include "tests/unit/ir_support.h"

#include <doctest/doctest.h>

using graphfence::test::lowered;
using graphfence::test::lowered_functions;

TEST_CASE("a captured variable lives in the environment of its function") {
  CHECK(lowered(R"py(def g(a, b=1):
    n = a
    def h(c):
        nonlocal n
        n += a
        return lambda: n + c
    del n
    return h
)py") ==
        R"ir(module
0: %0 = 1
1: %1 = function unit 1(%0)
2: global g = %1
function g(a cell, b=) captured a n
0: %0 = cell^0 a
1: cell^0 n = %0
2: h = function chunk 1()
3: del cell^0 n
4: return h
function g.<locals>.h(c cell) captured c
0: %0 = cell^1 n
1: %1 = cell^1 a
2: %2 = %0 += %1
3: cell^1 n = %2
4: %0 = function chunk 2()
5: return %0
lambda g.<locals>.h.<locals>.<lambda>()
0: %0 = cell^2 n
1: %1 = cell^1 c
2: %2 = %0 + %1
3: return %2
)ir");
}

TEST_CASE("a class body is skipped by the functions in it") {
  CHECK(lowered_functions(R"py(def g(x):
    class A(x):
        x = 1
        y = x
        def m(self):
            return x
        del y
    return A
)py") ==
        R"ir(function g(x cell) captured x
0: %0 = cell^0 x
1: A = class chunk 1(%0)
2: return A
class g.<locals>.A
0: %0 = 1
1: name x = %0
2: %0 = name x
3: name y = %0
4: %0 = function chunk 2()
5: name m = %0
6: del name y
function g.<locals>.A.m(self)
0: %0 = cell^1 x
1: return %0
)ir");
}

TEST_CASE("names of a class body are looked up there only when it binds them") {
  CHECK(lowered_functions(R"py(def g(x):
    class A:
        y = x
        z = y
)py") ==
        R"ir(function g(x cell) captured x
0: A = class chunk 1()
class g.<locals>.A
0: %0 = cell^0 x
1: name y = %0
2: %0 = name y
3: name z = %0
)ir");
}

TEST_CASE("a comprehension has variables of its own and reads its first iterable outside") {
  CHECK(lowered_functions(R"py(def g(x):
    y = [x for x in x for z in x if z]
    return x, {k: v for k, v in y}, {k for k in y}
)py") ==
        R"ir(function g(x)
0: %0 = []
1: for comprehension %1 in x else 5 end 5
2: for comprehension %2 in %1 else 5 end 5
3: if filter %2 else 5 end 5
4: add %1 to %0
5: y = %0
6: %0 = {}
7: for comprehension %3 in y else 10 end 10
8: unpack %1, %2 = %3
9: add %1: %2 to %0
10: %4 = set()
11: for comprehension %5 in y else 13 end 13
12: add %5 to %4
13: %6 = (x, %0, %4)
14: return %6
)ir");
}

TEST_CASE("a comprehension in a class body does not see the class") {
  CHECK(lowered(R"py(class A:
    n = 3
    m = [n for i in range(n)]
)py") ==
        R"ir(module
0: %0 = class chunk 1()
1: global A = %0
class A
0: %0 = 3
1: name n = %0
2: %0 = global range
3: %1 = name n
4: %2 = %0(%1)
5: %3 = []
6: for comprehension %4 in %2 else 9 end 9
7: %5 = global n
8: add %5 to %3
9: name m = %3
)ir");
}

TEST_CASE("an iteration variable that a lambda captures gets a name of its own in the environment") {
  CHECK(lowered(R"py(def g(x):
    return [lambda: i + x for i in x], [lambda: i for i in x]

fs = [lambda: j for j in k]
)py") ==
        R"ir(module captured j.1
0: %0 = function unit 1()
1: global g = %0
2: %0 = global k
3: %1 = []
4: for comprehension %2 in %0 else 8 end 8
5: cell^0 j.1 = %2
6: %3 = function chunk 1()
7: add %3 to %1
8: global fs = %1
lambda <lambda>()
0: %0 = cell^1 j.1
1: return %0
function g(x cell) captured x i.1 i.3
0: %0 = cell^0 x
1: %1 = []
2: for comprehension %2 in %0 else 6 end 6
3: cell^0 i.1 = %2
4: %3 = function chunk 1()
5: add %3 to %1
6: %4 = cell^0 x
7: %5 = []
8: for comprehension %6 in %4 else 12 end 12
9: cell^0 i.3 = %6
10: %7 = function chunk 2()
11: add %7 to %5
12: %8 = (%1, %5)
13: return %8
lambda g.<locals>.<lambda>()
0: %0 = cell^1 i.1
1: %1 = cell^1 x
2: %2 = %0 + %1
3: return %2
lambda g.<locals>.<lambda>()
0: %0 = cell^1 i.3
1: return %0
)ir");
}

TEST_CASE("a walrus in a comprehension binds in the function") {
  CHECK(lowered(R"py(def g(xs):
    [y := x for x in xs]
    return y

[z := w for w in v]
)py") ==
        R"ir(module
0: %0 = function unit 1()
1: global g = %0
2: %0 = global v
3: %1 = []
4: for comprehension %2 in %0 else 7 end 7
5: global z = %2
6: add %2 to %1
7: drop %1
function g(xs)
0: %0 = []
1: for comprehension %1 in xs else 4 end 4
2: y = %1
3: add y to %0
4: drop %0
5: return y
)ir");
}

TEST_CASE("private names are mangled with the class") {
  CHECK(lowered(R"py(class _A:
    __k = 1
    def __m(self, __p, __q__):
        self.__x = __p + __q__
        f(__y=__g)
        class B:
            __z = 2
        import __mod
)py") ==
        R"ir(module
0: %0 = class chunk 1()
1: global _A = %0
class _A
0: %0 = 1
1: name _A__k = %0
2: %0 = function unit 1()
3: name _A__m = %0
function _A.__m(self, _A__p, __q__)
0: %0 = _A__p + __q__
1: self._A__x = %0
2: %0 = global f
3: %1 = global _A__g
4: %2 = %0(__y=%1)
5: drop %2
6: B = class chunk 1()
7: _A__mod = import __mod
class _A.__m.<locals>.B
0: %0 = 2
1: name _B__z = %0
)ir");
}

TEST_CASE("a global declaration in a function reaches the functions in it") {
  CHECK(lowered_functions(R"py(def g():
    global n
    def h():
        return n
)py") ==
        R"ir(function g()
0: h = function chunk 1()
function g.<locals>.h()
0: %0 = global n
1: return %0
)ir");
}

TEST_CASE("exec, eval, locals and star imports make a scope dynamic") {
  CHECK(lowered_functions(R"py(def g():
    exec('x')

def h():
    from m import *

def i():
    def j():
        locals()
    return evaluate()
)py") ==
        R"ir(function g() dynamic
0: %0 = global exec
1: %1 = "x"
2: %2 = %0(%1)
3: drop %2
function h() dynamic
0: from m import *
function i()
0: j = function chunk 1()
1: %0 = global evaluate
2: %1 = %0()
3: return %1
function i.<locals>.j() dynamic
0: %0 = global locals
1: %1 = %0()
2: drop %1
)ir");
}

TEST_CASE("a name that is bound further down is local from the start") {
  CHECK(lowered_functions(R"py(def g():
    f(x)
    x = 1
)py") ==
        R"ir(function g()
0: %0 = global f
1: %1 = %0(x)
2: drop %1
3: x = 1
)ir");
}
