#include "tests/unit/ir_support.h"

#include <doctest/doctest.h>

using graphfence::test::lowered;
using graphfence::test::lowered_functions;

TEST_CASE("decorators are evaluated first and applied innermost first") {
  CHECK(lowered(R"py(@a
@b(1)
def f(x=c):
    pass
)py") ==
        R"ir(module
0: %0 = global a
1: %1 = global b
2: %2 = 1
3: %3 = %1(%2)
4: %4 = global c
5: %5 = function unit 1(%4)
6: %6 = decorate %3(%5)
7: %7 = decorate %0(%6)
8: global f = %7
function f(x=)
0: nop
)ir");
}

TEST_CASE("decorators of a nested function are recorded with it") {
  CHECK(lowered_functions(R"py(def g():
    @a
    async def h(): pass
    @b
    class C: pass
)py") ==
        R"ir(function g()
0: %0 = global a
1: %1 = function chunk 1()
2: h = decorate %0(%1)
3: %0 = global b
4: %1 = class chunk 2()
5: C = decorate %0(%1)
async function g.<locals>.h()
0: nop
class g.<locals>.C
0: nop
)ir");
}

TEST_CASE("parameters of every kind") {
  CHECK(lowered(R"py(def f(a, b: int, /, c=1, d: int = 2, *args: int, e, g=3, **kw: int) -> int: pass
def h(a, *, b): pass
)py") ==
        R"ir(module
0: %0 = 1
1: %1 = 2
2: %2 = 3
3: %3 = function unit 1(%0, %1, %2)
4: global f = %3
5: %0 = function unit 2()
6: global h = %0
function f(a/, b/, c=, d=, *args, e kw, g kw=, **kw)
0: nop
function h(a, b kw)
0: nop
)ir");
}

TEST_CASE("classes have bases, keywords and a body") {
  CHECK(lowered(R"py(class A(B, *c, metaclass=M, **k):
    '''doc'''
    x: int = 1
    def m(self): pass
    class Inner:
        def n(self): pass
)py") ==
        R"ir(module
0: %0 = global B
1: %1 = global c
2: %2 = global M
3: %3 = global k
4: %4 = class chunk 1(%0, *%1, metaclass=%2, **%3)
5: global A = %4
class A
0: nop
1: %0 = 1
2: name x = %0
3: %0 = function unit 1()
4: name m = %0
5: %0 = class chunk 2()
6: name Inner = %0
class A.Inner
0: %0 = function unit 2()
1: name n = %0
function A.m(self)
0: nop
function A.Inner.n(self)
0: nop
)ir");
}

TEST_CASE("functions in blocks of the module are units") {
  CHECK(lowered(R"py(if a:
    def f(): pass
else:
    def f(): return 1
for x in y:
    class C:
        def m(self): pass
)py") ==
        R"ir(module
0: %0 = global a
1: if %0 else 4 end 6
2: %1 = function unit 1()
3: global f = %1
4: %1 = function unit 2()
5: global f = %1
6: %0 = global y
7: for %1 in %0 else 11 end 11
8: global x = %1
9: %2 = class chunk 1()
10: global C = %2
class C
0: %0 = function unit 3()
1: name m = %0
function f()
0: nop
function f()
0: %0 = 1
1: return %0
function C.m(self)
0: nop
)ir");
}

TEST_CASE("type parameters are ignored") {
  CHECK(lowered(R"py(def f[T: int](x: T) -> T: return x
class A[T](Base): pass
)py") ==
        R"ir(module
0: %0 = function unit 1()
1: global f = %0
2: %0 = global Base
3: %1 = class chunk 1(%0)
4: global A = %1
class A
0: nop
function f(x)
0: return x
)ir");
}
