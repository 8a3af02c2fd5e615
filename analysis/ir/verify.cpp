#include "analysis/ir/verify.h"

#include <vector>

#include "analysis/ir/operands.h"

namespace graphfence::ir {
namespace {

class Verifier {
 public:
  explicit Verifier(const Chunk& chunk) : chunk_(chunk) {}

  std::string run() {
    const auto size = static_cast<std::uint32_t>(chunk_.code.size());
    if (chunk_.spans.size() != size) return "as many spans as instructions";
    if (chunk_.local_names.size() > chunk_.register_count) return "locals within the registers";
    if (chunk_.needs_env == chunk_.captured.empty()) return "needs_env says whether something is captured";
    for (const Param& param : chunk_.params) {
      if (param.reg >= chunk_.register_count) return "parameters within the registers";
    }
    for (pc_ = 0; pc_ < size && problem_.empty(); ++pc_) {
      const Span span = chunk_.spans[pc_];
      check(span.start <= span.end, "a span that does not run backwards");
      check(chunk_.span.encloses(span), "a span inside the chunk");
      operands(chunk_.code[pc_]);
      if (problem_.empty()) pool(chunk_.code[pc_]);
    }
    if (problem_.empty()) ranges();
    if (problem_.empty()) return {};
    return "at " + std::to_string(pc_) + ": expected " + problem_;
  }

 private:
  void check(bool holds, std::string_view expectation) {
    if (!holds && problem_.empty()) problem_ = expectation;
  }

  void check_register(std::uint32_t reg) { check(reg < chunk_.register_count, "a register in range"); }
  void check_element(std::uint32_t element) { check_register(element & ~star_bit); }
  void check_pool(std::uint32_t start, std::uint64_t count) {
    check(start + count <= chunk_.pool.size(), "a pool range in range");
  }

  void operand(Operand kind, std::uint32_t value) {
    switch (kind) {
      case Operand::None:
        return check(value == no_reg, "an unused operand to be empty");
      case Operand::Out:
      case Operand::In:
        return check_register(value);
      case Operand::MaybeOut:
      case Operand::MaybeIn:
        if (value != no_reg) check_register(value);
        return;
      case Operand::Const:
        return check(value < chunk_.constants.size(), "a constant in range");
      case Operand::Target:
        return check(value > pc_ && value <= chunk_.code.size(), "a target further down");
      case Operand::Pool:
        return check(value <= chunk_.pool.size(), "a pool offset in range");
      case Operand::Symbol:
        return check(value != no_reg, "a name");
      case Operand::Chunk:
      case Operand::Count:
        return;
    }
  }

  void operands(const Instr& instr) {
    const Operands kinds = operands_of(instr.op);
    operand(kinds.a, instr.a);
    operand(kinds.b, instr.b);
    operand(kinds.c, instr.c);
    operand(kinds.d, instr.d);
  }

  void elements(std::uint32_t start, std::uint32_t count) {
    check_pool(start, count);
    if (!problem_.empty()) return;
    for (std::uint32_t i = 0; i < count; ++i) check_element(chunk_.pool[start + i]);
  }

  void arguments(std::uint32_t at) {
    check_pool(at, 1);
    if (!problem_.empty()) return;
    const std::uint32_t positional = chunk_.pool[at];
    elements(at + 1, positional);
    at += positional + 1;
    check_pool(at, 1);
    if (!problem_.empty()) return;
    const std::uint32_t keywords = chunk_.pool[at];
    check_pool(at + 1, 2ULL * keywords);
    if (!problem_.empty()) return;
    for (std::uint32_t k = 0; k < keywords; ++k) check_register(chunk_.pool[at + 2 + 2 * k]);
  }

  void pool(const Instr& instr) {
    switch (instr.op) {
      case Op::MakeSlice:
        check_pool(instr.b, 3);
        for (std::uint32_t i = 0; i < 3 && problem_.empty(); ++i) {
          if (chunk_.pool[instr.b + i] != no_reg) check_register(chunk_.pool[instr.b + i]);
        }
        return;
      case Op::MakeTuple:
      case Op::MakeList:
      case Op::MakeSet:
      case Op::JoinStr:
        return elements(instr.b, instr.c);
      case Op::Unpack:
        check(instr.d == no_reg || instr.d < instr.c, "the starred target among the targets");
        return elements(instr.b, instr.c);
      case Op::MakeDict:
        check_pool(instr.b, 2ULL * instr.c);
        for (std::uint32_t i = 0; i < 2 * instr.c && problem_.empty(); ++i) {
          const std::uint32_t reg = chunk_.pool[instr.b + i];
          if (reg != no_reg || i % 2 == 1) check_register(reg);
        }
        return;
      case Op::MakeFunc:
        return elements(instr.c, instr.d);
      case Op::MakeClass:
      case Op::Call:
        return arguments(instr.c);
      default:
        return;
    }
  }

  struct Range {
    std::uint32_t start, end;
    Op op;
  };

  /// The blocks of an instruction, in order.
  void blocks(std::uint32_t pc, std::vector<Range>& out) {
    const Instr& i = chunk_.code[pc];
    const auto add = [&](std::uint32_t start, std::uint32_t end) { out.push_back({start, end, i.op}); };
    switch (i.op) {
      case Op::If:
        add(pc + 1, i.b);
        add(i.b, i.c);
        return;
      case Op::While:
        add(pc + 1, i.b);
        add(i.b, i.c);
        add(i.c, i.d);
        return;
      case Op::For:
        add(pc + 1, i.c);
        add(i.c, i.d);
        return;
      case Op::With:
        add(pc + 1, i.c);
        return;
      case Op::Try: {
        check_pool(i.a, 1);
        if (!problem_.empty()) return;
        const std::uint32_t handlers = chunk_.pool[i.a];
        check_pool(i.a, handlers + 4ULL);
        if (!problem_.empty()) return;
        std::uint32_t start = pc + 1;
        for (std::uint32_t h = 1; h <= handlers + 3; ++h) {
          const std::uint32_t end = chunk_.pool[i.a + h];
          add(start, end);
          start = end;
        }
        for (std::uint32_t h = 1; h <= handlers; ++h) handler(chunk_.pool[i.a + h], chunk_.pool[i.a + h + 1]);
        return;
      }
      default:
        return;
    }
  }

  void handler(std::uint32_t start, std::uint32_t end) {
    for (std::uint32_t pc = start; pc < end && pc < chunk_.code.size(); ++pc) {
      if (chunk_.code[pc].op == Op::Except) return;
    }
    check(false, "Except in every handler");
  }

  void ranges() {
    std::vector<Range> open{{0, static_cast<std::uint32_t>(chunk_.code.size()), Op::Nop}};
    std::vector<Range> found;
    // Blocks of one instruction follow each other, so keeping the innermost open ones is enough.
    for (pc_ = 0; pc_ < chunk_.code.size() && problem_.empty(); ++pc_) {
      while (open.back().end <= pc_) open.pop_back();
      found.clear();
      blocks(pc_, found);
      const std::uint32_t limit = open.back().end;
      for (std::size_t b = found.size(); b-- > 0;) {
        check(found[b].start <= found[b].end, "a block that does not end before it starts");
        check(found[b].end <= limit, "a block inside the one around it");
        if (found[b].start < found[b].end) open.push_back(found[b]);
      }
    }
  }

  const Chunk& chunk_;
  std::uint32_t pc_ = 0;
  std::string problem_;
};

/// Environments on the way from a chunk to the one that owns `name`, or -1.
std::int64_t levels_to(const Unit& unit, std::uint32_t chunk, Symbol name) {
  std::int64_t levels = 0;
  while (true) {
    const Chunk& c = unit.chunks[chunk];
    for (const Symbol captured : c.captured) {
      if (captured == name) return levels;
    }
    if (c.parent == chunk) return -1;
    if (c.kind != ChunkKind::Class) ++levels;
    chunk = c.parent;
  }
}

}  // namespace

std::string verify(const Chunk& chunk) {
  return Verifier(chunk).run();
}

std::string verify(const Unit& unit) {
  if (unit.chunks.empty()) return "a unit without chunks";
  std::vector<std::uint32_t> makers(unit.chunks.size(), 0);
  for (std::uint32_t index = 0; index < unit.chunks.size(); ++index) {
    const Chunk& chunk = unit.chunks[index];
    const std::string where = "chunk " + std::to_string(index) + " ";
    if (const std::string problem = verify(chunk); !problem.empty()) return where + problem;
    if (index == 0 ? chunk.parent != 0 : chunk.parent >= index) return where + "has a parent behind it";
    if (!unit.chunks.front().span.encloses(chunk.span)) return where + "lies outside the unit";
    for (const Instr& i : chunk.code) {
      const bool makes_chunk = i.op == Op::MakeClass || (i.op == Op::MakeFunc && (i.flags & flag_unit_ref) == 0);
      if (makes_chunk) {
        if (i.b >= unit.chunks.size() || unit.chunks[i.b].parent != index)
          return where + "makes a chunk that is not its own";
        ++makers[i.b];
      }
      if (i.op == Op::LoadCell || i.op == Op::StoreCell || i.op == Op::DelCell) {
        if (levels_to(unit, index, Symbol{i.b}) != i.c)
          return where + "reaches for a captured variable at a wrong level";
      }
    }
  }
  for (std::size_t index = 1; index < makers.size(); ++index) {
    if (makers[index] > 1) return "chunk " + std::to_string(index) + " is made twice";
  }
  return {};
}

}  // namespace graphfence::ir
