#pragma once

#include <string>
#include <string_view>

#include "analysis/base/symbol.h"
#include "analysis/ir/ir.h"

namespace graphfence::ir {

/// Writes a chunk as text. Variables have their names, temporaries are %0, %1, …
class Dumper {
 public:
  Dumper(const Chunk& chunk, const Interner& names) : chunk_(chunk), names_(names) {}
  std::string run();

 private:
  void put(std::string_view text) { out_ += text; }
  void symbol(std::uint32_t id) { out_ += names_.text(Symbol{id}); }
  void number(std::uint32_t value) { out_ += std::to_string(value); }
  void reg(std::uint32_t r);
  void assign(std::uint32_t r);
  void element(std::uint32_t value);
  void elements(std::uint32_t start, std::uint32_t count);
  void arguments(std::uint32_t at);
  void quoted(std::string_view text);
  void real(double value);
  void constant(const Constant& value);
  void header();
  void parameter(const Param& param);
  void level(std::uint32_t levels);
  void range(std::string_view text, std::uint32_t target);
  void module_name(const Instr& i);
  void instruction(const Instr& i);

  const Chunk& chunk_;
  const Interner& names_;
  std::string out_;
};

}  // namespace graphfence::ir
