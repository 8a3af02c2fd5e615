#include "tests/unit/ir_support.h"

#include <doctest/doctest.h>

using graphfence::test::lowered_functions;

TEST_CASE("a literal case is a comparison, None an identity test") {
  CHECK(lowered_functions(R"py(def g(x):
    match x:
        case 1: return 'one'
        case -2: pass
        case 'a': pass
        case None: pass
        case m.C: pass
        case _: pass
)py") ==
        R"ir(function g(x)
0: %0 = 1
1: %1 = x == %0
2: if case %1 else 5 end 25
3: %2 = "one"
4: return %2
5: %2 = -2
6: %3 = x == %2
7: if case %3 else 9 end 25
8: nop
9: %4 = "a"
10: %5 = x == %4
11: if case %5 else 13 end 25
12: nop
13: %6 = None
14: %7 = x is %6
15: if case %7 else 17 end 25
16: nop
17: %8 = global m
18: %9 = %8.C
19: %10 = x == %9
20: if case %10 else 22 end 25
21: nop
22: %11 = True wildcard
23: if case %11 else 25 end 25
24: nop
)ir");
}

TEST_CASE("a capture binds the subject, its guard decides") {
  CHECK(lowered_functions(R"py(def g(x):
    match x:
        case n if n > 1: return n
        case n: return n
)py") ==
        R"ir(function g(x)
0: n = x
1: %0 = 1
2: %1 = n > %0
3: if case %1 else 5 end 9
4: return n
5: %2 = True wildcard
6: if case %2 else 9 end 9
7: n = x
8: return n
)ir");
}

TEST_CASE("a class pattern is isinstance and attributes") {
  CHECK(lowered_functions(R"py(def g(x):
    match x:
        case P(): pass
        case P(a=1, b=v): return v
        case P(a=Q(c=w)) as p: return w, p
        case P(u, 1): return u
        case str(s): return s
)py") ==
        R"ir(function g(x)
0: %0 = global isinstance
1: %1 = global P
2: %2 = %0(x, %1)
3: if case %2 else 5 end 50
4: nop
5: %3 = global isinstance
6: %4 = global P
7: %5 = %3(x, %4)
8: %6 = %5 join
9: if and %5 else 14 end 14
10: %7 = x.a
11: %8 = 1
12: %9 = %7 == %8
13: %6 = %9 join
14: if case %6 else 17 end 50
15: v = x.b
16: return v
17: %11 = global isinstance
18: %12 = global P
19: %13 = %11(x, %12)
20: %14 = %13 join
21: if and %13 else 27 end 27
22: %15 = x.a
23: %16 = global isinstance
24: %17 = global Q
25: %18 = %16(%15, %17)
26: %14 = %18 join
27: if case %14 else 32 end 50
28: w = %15.c
29: p = x
30: %20 = (w, p)
31: return %20
32: %20 = global isinstance
33: %21 = global P
34: %22 = %20(x, %21)
35: %23 = %22 join
36: if and %22 else 41 end 41
37: %24 = unknown
38: %25 = 1
39: %26 = %24 == %25
40: %23 = %26 join
41: if case %23 else 44 end 50
42: u = unknown
43: return u
44: %28 = global isinstance
45: %29 = global str
46: %30 = %28(x, %29)
47: if case %30 else 50 end 50
48: s = x
49: return s
)ir");
}

TEST_CASE("sequence and mapping patterns cannot be tested, but items can be bound") {
  CHECK(lowered_functions(R"py(def g(x):
    match x:
        case [a, 2, *r, b]: return a, r, b
        case (c, d): return c
        case e, : return e
        case {'k': v, **q}: return v, q
        case (h): return h
)py") ==
        R"ir(function g(x)
0: %0 = unknown
1: %1 = %0 join
2: if and %0 else 8 end 8
3: %2 = 1
4: %3 = x[%2]
5: %4 = 2
6: %5 = %3 == %4
7: %1 = %5 join
8: if case %1 else 16 end 38
9: %6 = 0
10: a = x[%6]
11: r = unknown
12: %9 = -1
13: b = x[%9]
14: %11 = (a, r, b)
15: return %11
16: %11 = unknown
17: if case %11 else 23 end 38
18: %12 = 0
19: c = x[%12]
20: %14 = 1
21: d = x[%14]
22: return c
23: %16 = unknown
24: if case %16 else 28 end 38
25: %17 = 0
26: e = x[%17]
27: return e
28: %19 = unknown
29: if case %19 else 34 end 38
30: v = unknown
31: q = unknown
32: %22 = (v, q)
33: return %22
34: %22 = True wildcard
35: if case %22 else 38 end 38
36: h = x
37: return h
)ir");
}

TEST_CASE("alternatives bind unknown values") {
  CHECK(lowered_functions(R"py(def g(x):
    match x:
        case 1 | 2: pass
        case A(v=w) | [w]: return w
        case (3 | 4) as n: return n
)py") ==
        R"ir(function g(x)
0: %0 = 1
1: %1 = x == %0
2: %2 = %1 join
3: if or %1 else 4 end 7
4: %3 = 2
5: %4 = x == %3
6: %2 = %4 join
7: if case %2 else 9 end 29
8: nop
9: %5 = global isinstance
10: %6 = global A
11: %7 = %5(x, %6)
12: %8 = %7 join
13: if or %7 else 14 end 16
14: %9 = unknown
15: %8 = %9 join
16: if case %8 else 19 end 29
17: w = unknown
18: return w
19: %11 = 3
20: %12 = x == %11
21: %13 = %12 join
22: if or %12 else 23 end 26
23: %14 = 4
24: %15 = x == %14
25: %13 = %15 join
26: if case %13 else 29 end 29
27: n = x
28: return n
)ir");
}

TEST_CASE("several subjects make a tuple") {
  CHECK(lowered_functions(R"py(def g(x, y):
    match x, y:
        case 1, 2: pass
)py") ==
        R"ir(function g(x, y)
0: %0 = (x, y)
1: %1 = unknown
2: %2 = %1 join
3: if and %1 else 15 end 15
4: %3 = 0
5: %4 = %0[%3]
6: %5 = 1
7: %6 = %4 == %5
8: %2 = %6 join
9: if and %6 else 15 end 15
10: %7 = 1
11: %8 = %0[%7]
12: %9 = 2
13: %10 = %8 == %9
14: %2 = %10 join
15: if case %2 else 17 end 17
16: nop
)ir");
}
