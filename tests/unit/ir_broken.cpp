#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "analysis/ir/lower.h"
#include "analysis/ir/verify.h"
#include "tests/unit/ir_support.h"

using namespace graphfence;
using graphfence::test::lower;
using graphfence::test::ParsedText;

namespace {

std::string repeat(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

/// `header` nested in itself, one space further in each time.
std::string nested(const std::string& header, int depth) {
  std::string out;
  for (int i = 0; i < depth; ++i) out += std::string(static_cast<std::size_t>(i), ' ') + header + "\n";
  return out + std::string(static_cast<std::size_t>(depth), ' ') + "pass\n";
}

/// Lowers and validates; the lowering alone must stay far below what anything quadratic or worse would take.
std::shared_ptr<const ir::FileIr> lower_hostile(const std::string& text) {
  const ParsedText parsed(text);
  Interner names;
  const auto start = std::chrono::steady_clock::now();
  auto file = parsed.lower(names);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
  for (const auto& placed : file->units) CHECK(ir::verify(*placed.unit) == "");
  return file;
}

}  // namespace

TEST_CASE("an error stays with the function it is in") {
  Interner names;
  const auto file = lower("def f(x):\n    return x\n\ndef g(x):\n    y = x +\n    return y\n\nz = 1\n", names);
  REQUIRE(file->units.size() == 3);
  CHECK(file->has_error);
  CHECK(!file->units[0].unit->chunks[0].has_error);
  CHECK(!file->units[1].unit->chunks[0].has_error);
  CHECK(file->units[2].unit->chunks[0].has_error);
}

TEST_CASE("a unit with an error is not reused and marks all its chunks") {
  Interner names;
  const std::string text = "def f(x):\n    g = lambda: x\n    return (x\n\n";
  const auto before = lower(text, names);
  const auto after = lower(text, names, before.get());
  REQUIRE(after->units.size() == before->units.size());
  CHECK(after->has_error);
  for (const auto& placed : after->units) {
    for (const auto& chunk : placed.unit->chunks) CHECK(chunk.has_error == placed.unit->chunks[0].has_error);
  }
}

TEST_CASE("statements next to an error in the module are still lowered") {
  Interner names;
  const auto file = lower("import a\nx = = 3\ndef f(): pass\n", names);
  CHECK(file->units[0].unit->chunks[0].has_error);
  REQUIRE(file->units.size() == 2);
  CHECK(names.text(file->units[1].unit->qualname) == "f");
}

TEST_CASE("a dot at the end of a line takes the next line's name by mistake") {
  Interner names;
  CHECK(lower("def f(self):\n    self.\n    y = 1\n", names)->has_error);
  CHECK(lower("def f(self):\n    self.\n    y[0] = 1\n", names)->has_error);
  CHECK(lower("self.\ny = 1\n", names)->has_error);
  CHECK(!lower("def f(self):\n    (self.\n     y).z = 1\n", names)->has_error);
  CHECK(!lower("def f(self):\n    g(self.\n      y)\n", names)->has_error);
  CHECK(!lower("def f(self):\n    self.\\\n    y = 1\n", names)->has_error);
  CHECK(!lower("def f(self):\n    (self\n     .y)\n", names)->has_error);
  CHECK(!lower("def f(a):\n    a[self.\n      y] = 1\n", names)->has_error);
}

TEST_CASE("five thousand nested parentheses are one expression") {
  const auto file = lower_hostile("x = " + repeat("(", 5000) + "1" + repeat(")", 5000) + "\n");
  CHECK(!file->has_error);
  CHECK(file->units[0].unit->chunks[0].code.size() == 2);
}

TEST_CASE("two thousand nested functions are cut off") {
  const auto file = lower_hostile(nested("def f():", 2000));
  for (const auto& placed : file->units) CHECK(placed.unit->chunks.size() <= 42);
  CHECK(file->has_error);
}

TEST_CASE("blocks, lambdas, classes and displays nested too deeply are left out") {
  CHECK(lower_hostile(nested("if x:", 900))->has_error);
  CHECK(lower_hostile(nested("class C:", 500))->has_error);
  CHECK(lower_hostile("x = " + repeat("lambda: ", 3000) + "1\n")->has_error);
  CHECK(lower_hostile("x = " + repeat("[", 3000) + repeat("]", 3000) + "\n")->has_error);
  CHECK(lower_hostile("x = " + repeat("not ", 3000) + "1\n")->has_error);
  CHECK(lower_hostile("x = " + repeat("f(", 3000) + repeat(")", 3000) + "\n")->has_error);
  CHECK(lower_hostile(repeat("(", 800) + "a" + repeat(",)", 800) + " = 1\n")->has_error);
}

TEST_CASE("long chains are not deep") {
  CHECK(!lower_hostile("x = x" + repeat(" + x", 20000) + "\n")->has_error);
  CHECK(!lower_hostile("x = x" + repeat(".a", 20000) + "\n")->has_error);
  CHECK(!lower_hostile("x = x" + repeat(" and x", 5000) + "\n")->has_error);
  CHECK(!lower_hostile("x = " + repeat("a if b else ", 2000) + "c\n")->has_error);
  CHECK(!lower_hostile("a" + repeat(" = a", 2000) + "\n")->has_error);
  CHECK(!lower_hostile("if x: pass\n" + repeat("elif x: pass\n", 5000))->has_error);
}

TEST_CASE("many scopes in one unit do not make lowering slow") {
  std::string text = "def f():\n";
  for (int i = 0; i < 5000; ++i) text += "    v" + std::to_string(i) + " = [i for i in (w := lambda: v)]\n";
  CHECK(!lower_hostile(text)->has_error);
}

TEST_CASE("any bytes can be lowered") {
  std::string bytes;
  for (int round = 0; round < 40; ++round) {
    for (int c = 0; c < 256; ++c) bytes.push_back(static_cast<char>((c * 7 + round) % 256));
  }
  CHECK(lower_hostile(bytes)->has_error);
  CHECK(lower_hostile("")->units.size() == 1);
  CHECK(!lower_hostile("\xEF\xBB\xBFx = 1\r\ny = x\r\n")->has_error);
}

TEST_CASE("every prefix of a program can be lowered") {
  const std::string text =
      "@d(1)\nclass A(B, k=1):\n    def f(self, x=1, *y, **z):\n        with a as b, c: self.x, (q, *w) = "
      "f'{x!r:>{y}}'\n"
      "        try:\n            return [i async for i in j if (k := i)]\n        except E as e: raise X from e\n"
      "        match x:\n            case P(a=1) | [b, *_] if c: del x.y[0]\n        return lambda u, /, v=2: u < v <= "
      "3\n";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    Interner names;
    const auto file = lower(text.substr(0, size), names);
    for (const auto& placed : file->units) {
      CAPTURE(size);
      CHECK(ir::verify(*placed.unit) == "");
    }
  }
}

TEST_CASE("the validator notices what is wrong") {
  Interner names;
  const auto file = lower("def f(x):\n    if x:\n        return g(x)\n    return [lambda: x]\n", names);
  const ir::Unit good = *file->units[1].unit;
  REQUIRE(ir::verify(good) == "");
  const auto broken = [&](auto&& change) {
    ir::Unit unit = good;
    change(unit.chunks[0]);
    return !ir::verify(unit).empty();
  };
  CHECK(broken([](ir::Chunk& c) { c.spans.pop_back(); }));
  CHECK(broken([](ir::Chunk& c) { c.register_count = 1; }));
  CHECK(broken([](ir::Chunk& c) { c.pool.clear(); }));
  CHECK(broken([](ir::Chunk& c) { c.span.end = 3; }));
  CHECK(broken([](ir::Chunk& c) { c.captured.clear(); }));
  CHECK(broken([](ir::Chunk& c) {
    for (auto& i : c.code) {
      if (i.op == ir::Op::If) i.c = 1000;
    }
  }));
  CHECK(broken([](ir::Chunk& c) {
    for (auto& i : c.code) {
      if (i.op == ir::Op::If) i.c = i.b - 1;
    }
  }));
  CHECK(broken([](ir::Chunk& c) {
    for (auto& i : c.code) {
      if (i.op == ir::Op::MakeFunc) i.b = 9;
    }
  }));
  CHECK(broken([](ir::Chunk& c) {
    for (auto& i : c.code) {
      if (i.op == ir::Op::LoadCell) i.c = 1;
    }
  }));
}
