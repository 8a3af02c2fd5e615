#include <doctest/doctest.h>

#include <string>

#include "analysis/ir/lower.h"
#include "tests/unit/ir_support.h"

using namespace graphfence;
using graphfence::test::lower;

namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

const std::string three_units = R"(import a

def f(x):
    return x + 1

class C:
    def m(self):
        self.y = [i for i in self.z]
)";

/// The source text of the first instruction of a kind in a unit.
std::string text_of(const std::string& text, const ir::PlacedUnit& placed, ir::Op op, std::size_t chunk = 0) {
  const ir::Chunk& c = placed.unit->chunks.at(chunk);
  for (std::size_t pc = 0; pc < c.code.size(); ++pc) {
    if (c.code[pc].op == op) return text.substr(placed.start + c.spans[pc].start, c.spans[pc].size());
  }
  return "(none)";
}

}  // namespace

TEST_CASE("units are the module and the functions in module and class scope") {
  Interner names;
  const auto file = lower(three_units, names);
  REQUIRE(file->units.size() == 3);
  CHECK(!file->has_error);
  CHECK(names.text(file->units[0].unit->qualname).empty());
  CHECK(names.text(file->units[1].unit->qualname) == "f");
  CHECK(names.text(file->units[2].unit->qualname) == "C.m");
  CHECK(file->units[0].start == 0);
  CHECK(file->units[1].start == three_units.find("def f"));
  CHECK(file->units[2].start == three_units.find("def m"));
}

TEST_CASE("a function whose text is unchanged is the same unit, wherever it moved") {
  Interner names;
  const auto before = lower(three_units, names);
  const std::string text = "x = 1\n" + replaced(three_units, "x + 1", "x + 2");
  const auto after = lower(text, names, before.get());
  REQUIRE(after->units.size() == 3);
  CHECK(after->units[0].unit != before->units[0].unit);
  CHECK(after->units[1].unit != before->units[1].unit);
  CHECK(after->units[2].unit == before->units[2].unit);
  CHECK(after->units[2].start == text.find("def m"));
}

TEST_CASE("a file without change keeps all its units") {
  Interner names;
  const auto before = lower(three_units, names);
  const auto after = lower(three_units, names, before.get());
  REQUIRE(after->units.size() == before->units.size());
  for (std::size_t u = 0; u < after->units.size(); ++u) CHECK(after->units[u].unit == before->units[u].unit);
}

TEST_CASE("a function under another qualified name is another unit") {
  Interner names;
  const auto before = lower(three_units, names);
  const auto after = lower(replaced(three_units, "class C", "class D"), names, before.get());
  CHECK(after->units[1].unit == before->units[1].unit);
  CHECK(after->units[2].unit != before->units[2].unit);
  CHECK(after->units[2].unit->code_hash != before->units[2].unit->code_hash);
}

TEST_CASE("incremental lowering equals lowering from scratch") {
  Interner names;
  const auto before = lower(three_units, names);
  const std::string text = replaced(three_units, "self.z", "self.z.w");
  const auto incremental = lower(text, names, before.get());
  const auto scratch = lower(text, names);
  REQUIRE(incremental->units.size() == scratch->units.size());
  for (std::size_t u = 0; u < scratch->units.size(); ++u) {
    CHECK(incremental->units[u].start == scratch->units[u].start);
    CHECK(incremental->units[u].unit->code_hash == scratch->units[u].unit->code_hash);
    CHECK(incremental->units[u].unit->text_hash == scratch->units[u].unit->text_hash);
    CHECK(incremental->units[u].unit->chunks[0].spans == scratch->units[u].unit->chunks[0].spans);
  }
}

TEST_CASE("comments and blank lines change the text hash but not the code hash") {
  Interner names;
  const auto before = lower(three_units, names);
  const auto after = lower(replaced(three_units, "def f(x):\n", "def f(x):\n    # why\n\n"), names, before.get());
  CHECK(after->units[1].unit->text_hash != before->units[1].unit->text_hash);
  CHECK(after->units[1].unit->code_hash == before->units[1].unit->code_hash);
  CHECK(after->units[0].unit->code_hash == before->units[0].unit->code_hash);
  const auto changed = lower(replaced(three_units, "x + 1", "x + 3"), names, before.get());
  CHECK(changed->units[1].unit->code_hash != before->units[1].unit->code_hash);
  CHECK(changed->units[0].unit->code_hash == before->units[0].unit->code_hash);
}

TEST_CASE("hashes do not depend on the order in which names were interned") {
  Interner names;
  Interner other;
  for (const char* name : {"z", "self", "C", "zebra", "f"}) other.intern(name);
  const auto one = lower(three_units, names);
  const auto two = lower(three_units, other);
  for (std::size_t u = 0; u < one->units.size(); ++u) {
    CHECK(one->units[u].unit->code_hash == two->units[u].unit->code_hash);
    CHECK(one->units[u].unit->text_hash == two->units[u].unit->text_hash);
  }
}

TEST_CASE("spans name the expression or statement in the source") {
  const std::string text = R"(@deco(1)
def f(self, x):
    self.last = g(x).y[0]
    a.b, c.d = x
    return -x if x else self

class K(Base):
    pass
)";
  Interner names;
  const auto file = lower(text, names);
  const auto& f = file->units[1];
  CHECK(text_of(text, f, ir::Op::StoreAttr) == "self.last = g(x).y[0]");
  CHECK(text_of(text, f, ir::Op::Call) == "g(x)");
  CHECK(text_of(text, f, ir::Op::Attr) == "g(x).y");
  CHECK(text_of(text, f, ir::Op::Index) == "g(x).y[0]");
  CHECK(text_of(text, f, ir::Op::Unpack) == "a.b, c.d");
  CHECK(text_of(text, f, ir::Op::UnaryOp) == "-x");
  CHECK(text_of(text, f, ir::Op::Return) == "return -x if x else self");
  CHECK(text_of(text, file->units[0], ir::Op::Call) == "deco(1)");
  CHECK(text_of(text, file->units[0], ir::Op::MakeFunc).starts_with("def f(self, x):"));
  CHECK(text_of(text, file->units[0], ir::Op::MakeClass) == "class K(Base):\n    pass");
  const ir::Chunk& chunk = f.unit->chunks[0];
  CHECK(text.substr(f.start + chunk.name_span.start, chunk.name_span.size()) == "f");
  CHECK(text.substr(f.start + chunk.params[1].span.start, chunk.params[1].span.size()) == "x");
  CHECK(chunk.decorators.empty());
  const ir::Chunk& k = file->units[0].unit->chunks[1];
  CHECK(text.substr(k.name_span.start, k.name_span.size()) == "K");
}

TEST_CASE("decorators of nested definitions are recorded outermost first") {
  const std::string text = "def f():\n    @a\n    @b(1)\n    def g(): pass\n";
  Interner names;
  const auto file = lower(text, names);
  const auto& unit = file->units[1];
  REQUIRE(unit.unit->chunks.size() == 2);
  const auto& decorators = unit.unit->chunks[1].decorators;
  REQUIRE(decorators.size() == 2);
  CHECK(text.substr(unit.start + decorators[0].start, decorators[0].size()) == "a");
  CHECK(text.substr(unit.start + decorators[1].start, decorators[1].size()) == "b(1)");
}
