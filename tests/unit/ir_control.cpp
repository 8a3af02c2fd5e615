#include "tests/unit/ir_support.h"

#include <doctest/doctest.h>

using graphfence::test::lowered;
using graphfence::test::lowered_functions;

TEST_CASE("if, elif and else nest in the else-block") {
  CHECK(lowered_functions(R"py(def g(a, b):
    if a:
        x = 1
    elif b:
        x = 2
    else:
        x = 3
    return x
)py") ==
        R"ir(function g(a, b)
0: if a else 2 end 5
1: x = 1
2: if b else 4 end 5
3: x = 2
4: x = 3
5: return x
)ir");
}

TEST_CASE("while computes its condition in a block of its own") {
  CHECK(lowered_functions(R"py(def g(a):
    while a.n < 3:
        if a:
            break
        continue
    else:
        a()
)py") ==
        R"ir(function g(a)
0: while %2 body 4 else 7 end 9
1: %0 = a.n
2: %1 = 3
3: %2 = %0 < %1
4: if a else 6 end 6
5: break
6: continue
7: %3 = a()
8: drop %3
)ir");
}

TEST_CASE("for binds its target at the start of the body") {
  CHECK(lowered_functions(R"py(def g(xs, o):
    for x in xs:
        f(x)
    else:
        f()
    for i, o.y in xs:
        pass
    for z[0] in 1, 2:
        pass
)py") ==
        R"ir(function g(xs, o)
0: for x in xs else 4 end 7
1: %0 = global f
2: %1 = %0(x)
3: drop %1
4: %0 = global f
5: %1 = %0()
6: drop %1
7: for %0 in xs else 12 end 12
8: unpack %1, %2 = %0
9: i = %1
10: o.y = %2
11: nop
12: %0 = 1
13: %1 = 2
14: %2 = (%0, %1)
15: for %3 in %2 else 20 end 20
16: %4 = global z
17: %5 = 0
18: %4[%5] = %3
19: nop
)ir");
}

TEST_CASE("the async forms are marked") {
  CHECK(lowered_functions(R"py(async def g(xs):
    async for x in xs:
        async with x as y:
            pass
    return [z async for z in xs]
)py") ==
        R"ir(async function g(xs)
0: async for x in xs else 3 end 3
1: async with y = x end 3
2: nop
3: %0 = []
4: async for comprehension %1 in xs else 6 end 6
5: add %1 to %0
6: return %0
)ir");
}

TEST_CASE("with nests its items and binds what was entered") {
  CHECK(lowered_functions(R"py(def g(a, o):
    with a as b, a() as (c, d), o:
        f(b)
    with (a as o.x, a as e):
        pass
)py") ==
        R"ir(function g(a, o)
0: with b = a end 8
1: %0 = a()
2: with %1 = %0 end 8
3: unpack c, d = %1
4: with %2 = o end 8
5: %3 = global f
6: %4 = %3(b)
7: drop %4
8: with %0 = a end 12
9: o.x = %0
10: with e = a end 12
11: nop
)ir");
}

TEST_CASE("try has handlers, else and finally") {
  CHECK(lowered_functions(R"py(def g():
    try:
        a()
    except A as e:
        f(e)
    except (B, C):
        pass
    except:
        raise
    else:
        b()
    finally:
        c()
)py") ==
        R"ir(function g()
0: try handler 4 handler 10 handler 15 else 17 finally 20 end 23
1: %0 = global a
2: %1 = %0()
3: drop %1
4: %0 = global A
5: except %0 as e
6: %1 = global f
7: %2 = %1(e)
8: drop %2
9: del e
10: %0 = global B
11: %1 = global C
12: %2 = (%0, %1)
13: except %2 as -
14: nop
15: except - as -
16: raise - from -
17: %0 = global b
18: %1 = %0()
19: drop %1
20: %0 = global c
21: %1 = %0()
22: drop %1
)ir");
}

TEST_CASE("try with only finally, and except with a star") {
  CHECK(lowered_functions(R"py(def g():
    try:
        a()
    finally:
        c()
    try:
        a()
    except* E as e:
        pass
)py") ==
        R"ir(function g()
0: try else 4 finally 4 end 7
1: %0 = global a
2: %1 = %0()
3: drop %1
4: %0 = global c
5: %1 = %0()
6: drop %1
7: try handler 11 else 15 finally 15 end 15
8: %0 = global a
9: %1 = %0()
10: drop %1
11: %0 = global E
12: except %0 as e
13: nop
14: del e
)ir");
}

TEST_CASE("a handler's name is stored where the name lives, and deleted") {
  CHECK(lowered(R"py(try:
    pass
except A as e:
    e
)py") ==
        R"ir(module
0: try handler 2 else 8 finally 8 end 8
1: nop
2: %0 = global A
3: except %0 as %1
4: global e = %1
5: %2 = global e
6: drop %2
7: del global e
)ir");
}
