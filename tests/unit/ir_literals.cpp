#include "tests/unit/ir_support.h"

#include <doctest/doctest.h>

using graphfence::test::lowered_functions;

TEST_CASE("numbers are read in every notation") {
  CHECK(lowered_functions(R"py(def g():
    return 0x_ff, 0o17, 0b101, 1_000, 1e3, 1_0.5, .5, 2j, -7, -0.5, 017, 10L
)py") ==
        R"ir(function g()
0: %0 = 255
1: %1 = 15
2: %2 = 5
3: %3 = 1000
4: %4 = 1e+03
5: %5 = 10.5
6: %6 = 0.5
7: %7 = 2.0j
8: %8 = -7
9: %9 = -0.5
10: %10 = 15
11: %11 = 10
12: %12 = (%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11)
13: return %12
)ir");
}

TEST_CASE("an integer that does not fit keeps its literal") {
  CHECK(lowered_functions(R"py(def g():
    return 99999999999999999999, -99999999999999999999, 9223372036854775807
)py") ==
        R"ir(function g()
0: %0 = 99999999999999999999
1: %1 = -99999999999999999999
2: %2 = 9223372036854775807
3: %3 = (%0, %1, %2)
4: return %3
)ir");
}

TEST_CASE("constants that are names") {
  CHECK(lowered_functions(R"py(def g():
    return None, True, False, ...
)py") ==
        R"ir(function g()
0: %0 = None
1: %1 = True
2: %2 = False
3: %3 = ...
4: %4 = (%0, %1, %2, %3)
5: return %4
)ir");
}

TEST_CASE("escapes are decoded, raw strings are not") {
  CHECK(lowered_functions(R"py(def g():
    return 'a\n\t\\\'', r'a\n', '\x41\u00e9\101\d', b'\x42\101', "q\"", '''two
lines'''
)py") ==
        R"ir(function g()
0: %0 = "a\n	\\'"
1: %1 = "a\\n"
2: %2 = "AéA\\d"
3: %3 = b"BA"
4: %4 = "q\""
5: %5 = "two\nlines"
6: %6 = (%0, %1, %2, %3, %4, %5)
7: return %6
)ir");
}

TEST_CASE("adjacent strings are one constant") {
  CHECK(lowered_functions(R"py(def g():
    return 'a' "b" r'\c'
)py") ==
        R"ir(function g()
0: %0 = "ab\\c"
1: return %0
)ir");
}

TEST_CASE("an f-string is joined from texts and formatted values") {
  CHECK(lowered_functions(R"py(def g(a, w):
    return f'x{a}{{y}}{a!r:>{w}} z', f'{a=}', f'{f"{a}"}', 'n' f'{a}' 'm', f'plain'
)py") ==
        R"ir(function g(a, w)
0: %0 = "x"
1: %1 = format(a)
2: %2 = "{y}"
3: %3 = format(w)
4: %4 = format(a)
5: %5 = " z"
6: %6 = join(%0, %1, %2, %4, %5)
7: %7 = "a="
8: %8 = format(a)
9: %9 = join(%7, %8)
10: %10 = format(a)
11: %11 = join(%10)
12: %12 = format(%11)
13: %13 = join(%12)
14: %14 = "n"
15: %15 = format(a)
16: %16 = "m"
17: %17 = join(%14, %15, %16)
18: %18 = "plain"
19: %19 = join(%18)
20: %20 = (%6, %9, %13, %17, %19)
21: return %20
)ir");
}
