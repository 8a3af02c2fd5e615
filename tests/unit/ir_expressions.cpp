#include "tests/unit/ir_support.h"

#include <doctest/doctest.h>

using graphfence::test::lowered;
using graphfence::test::lowered_functions;

TEST_CASE("calls keep positional arguments, stars, keywords and double stars apart") {
  CHECK(lowered(R"py(f(a, *b, k=1, **c)
)py") ==
        R"ir(module
0: %0 = global f
1: %1 = global a
2: %2 = global b
3: %3 = 1
4: %4 = global c
5: %5 = %0(%1, *%2, k=%3, **%4)
6: drop %5
)ir");
}

TEST_CASE("a positional argument behind a keyword is put in front of it") {
  CHECK(lowered_functions(R"py(def g(a, b):
    f(k=a, *b)
)py") ==
        R"ir(function g(a, b)
0: %0 = global f
1: %1 = %0(*b, k=a)
2: drop %1
)ir");
}

TEST_CASE("a generator as only argument is one positional argument") {
  CHECK(lowered_functions(R"py(def g(xs):
    f(x for x in xs)
)py") ==
        R"ir(function g(xs)
0: %0 = global f
1: %1 = []
2: for comprehension %2 in xs else 4 end 4
3: add %2 to %1
4: %3 = %0(%1)
5: drop %3
)ir");
}

TEST_CASE("attributes, subscripts and calls chain from the inside out") {
  CHECK(lowered_functions(R"py(def g(a):
    return a.b(1)[2].c
)py") ==
        R"ir(function g(a)
0: %0 = a.b
1: %1 = 1
2: %2 = %0(%1)
3: %3 = 2
4: %4 = %2[%3]
5: %5 = %4.c
6: return %5
)ir");
}

TEST_CASE("slices and several subscripts make slices and tuples") {
  CHECK(lowered_functions(R"py(def g(x):
    return x[1:], x[::2], x[:, ..., 0], x[1,]
)py") ==
        R"ir(function g(x)
0: %0 = 1
1: %1 = slice(%0, -, -)
2: %2 = x[%1]
3: %3 = 2
4: %4 = slice(-, -, %3)
5: %5 = x[%4]
6: %6 = slice(-, -, -)
7: %7 = ...
8: %8 = 0
9: %9 = (%6, %7, %8)
10: %10 = x[%9]
11: %11 = 1
12: %12 = (%11,)
13: %13 = x[%12]
14: %14 = (%2, %5, %10, %13)
15: return %14
)ir");
}

TEST_CASE("operators keep their kind and order") {
  CHECK(lowered_functions(R"py(def g(a, b):
    return -a ** ~b // +a @ b
)py") ==
        R"ir(function g(a, b)
0: %0 = ~b
1: %1 = a ** %0
2: %2 = -%1
3: %3 = +a
4: %4 = %2 // %3
5: %5 = %4 @ b
6: return %5
)ir");
}

TEST_CASE("a long sum is a chain of binary operations") {
  CHECK(lowered_functions(R"py(def g(a):
    return a + a - a + (a * a)
)py") ==
        R"ir(function g(a)
0: %0 = a + a
1: %1 = %0 - a
2: %2 = a * a
3: %3 = %1 + %2
4: return %3
)ir");
}

TEST_CASE("and, or and not are branches that join in one register") {
  CHECK(lowered_functions(R"py(def g(a, b, c):
    return a and b and c or not a
)py") ==
        R"ir(function g(a, b, c)
0: %0 = a join
1: if and a else 5 end 5
2: %0 = b join
3: if and b else 5 end 5
4: %0 = c join
5: %1 = %0 join
6: if or %0 else 7 end 9
7: %2 = not a
8: %1 = %2 join
9: return %1
)ir");
}

TEST_CASE("a chained comparison evaluates its middle once") {
  CHECK(lowered_functions(R"py(def g(a, c):
    return a < f() <= c
)py") ==
        R"ir(function g(a, c)
0: %0 = global f
1: %1 = %0()
2: %2 = a < %1
3: %3 = %2 join
4: if and %2 else 7 end 7
5: %4 = %1 <= c
6: %3 = %4 join
7: return %3
)ir");
}

TEST_CASE("membership and identity tests are comparisons") {
  CHECK(lowered_functions(R"py(def g(a, b):
    return a in b, a not in b, a is b, a is not b
)py") ==
        R"ir(function g(a, b)
0: %0 = a in b
1: %1 = a not in b
2: %2 = a is b
3: %3 = a is not b
4: %4 = (%0, %1, %2, %3)
5: return %4
)ir");
}

TEST_CASE("a conditional expression joins two values") {
  CHECK(lowered_functions(R"py(def g(a, b, c):
    return a if b else c
)py") ==
        R"ir(function g(a, b, c)
0: if ternary b else 2 end 3
1: %0 = a join
2: %0 = c join
3: return %0
)ir");
}

TEST_CASE("tuples, lists, sets and dictionaries keep their stars") {
  CHECK(lowered_functions(R"py(def g(a):
    return (1, *a), [*a], {*a, 2}, {1: a, **a}, ()
)py") ==
        R"ir(function g(a)
0: %0 = 1
1: %1 = (%0, *a)
2: %2 = [*a]
3: %3 = 2
4: %4 = set(*a, %3)
5: %5 = 1
6: %6 = {%5: a, **a}
7: %7 = ()
8: %8 = (%1, %2, %4, %6, %7)
9: return %8
)ir");
}

TEST_CASE("a star in front of a chain stars the whole chain") {
  CHECK(lowered_functions(R"py(def f(a, t):
    x = *a.b, *t[1], *t(2).c, *a + t
    f(*a.b(1), *(t), k=2)
    return t[*a.b], t[*a, 1]
)py") ==
        R"ir(function f(a, t)
0: %0 = a.b
1: %1 = 1
2: %2 = t[%1]
3: %3 = 2
4: %4 = t(%3)
5: %5 = %4.c
6: %6 = a + t
7: x = (*%0, *%2, *%5, *%6)
8: %0 = global f
9: %1 = a.b
10: %2 = 1
11: %3 = %1(%2)
12: %4 = 2
13: %5 = %0(*%3, *t, k=%4)
14: drop %5
15: %0 = a.b
16: %1 = (*%0,)
17: %2 = t[%1]
18: %3 = 1
19: %4 = (*a, %3)
20: %5 = t[%4]
21: %6 = (%2, %5)
22: return %6
)ir");
}

TEST_CASE("a lambda is a chunk of its own with defaults from around") {
  CHECK(lowered_functions(R"py(def g(a):
    return lambda x, y=a, *z: x + a
)py") ==
        R"ir(function g(a cell) captured a
0: %0 = cell^0 a
1: %1 = function chunk 1(%0)
2: return %1
lambda g.<locals>.<lambda>(x, y=, *z)
0: %0 = cell^1 a
1: %1 = x + %0
2: return %1
)ir");
}

TEST_CASE("yield, yield from and await are values") {
  CHECK(lowered_functions(R"py(async def g(a):
    x = yield a
    y = yield
    await a

def h(a):
    yield from a
)py") ==
        R"ir(async function g(a) generator
0: x = yield a
1: y = yield -
2: %0 = await a
3: drop %0
function h(a) generator
0: %0 = yield from a
1: drop %0
)ir");
}

TEST_CASE("a walrus binds and is a value; what was read before it keeps the old value") {
  CHECK(lowered_functions(R"py(def g(x):
    return x + (x := 2) + x
)py") ==
        R"ir(function g(x)
0: %0 = x
1: x = 2
2: %2 = %0 + x
3: %3 = %2 + x
4: return %3
)ir");
}
