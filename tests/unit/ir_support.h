#pragma once

#include <tree_sitter/api.h>

#include <memory>
#include <string>
#include <string_view>

#include "analysis/base/symbol.h"
#include "analysis/ir/ir.h"

/// Lowering of texts for the tests of analysis/ir.
namespace graphfence::test {

/// A text with its tree.
class ParsedText {
 public:
  explicit ParsedText(std::string text);
  ParsedText(const ParsedText&) = delete;
  ParsedText& operator=(const ParsedText&) = delete;
  ~ParsedText();

  [[nodiscard]] std::shared_ptr<const ir::FileIr> lower(Interner& names, const ir::FileIr* previous = nullptr) const;
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::string text_;
  TSTree* tree_ = nullptr;
};

std::shared_ptr<const ir::FileIr> lower(std::string text, Interner& names, const ir::FileIr* previous = nullptr);

/// The dumps of all chunks of all units; when the validator has a complaint, that instead.
std::string lowered(std::string_view text);

/// The same without the module unit, for texts whose top level only defines functions.
std::string lowered_functions(std::string_view text);

}  // namespace graphfence::test
