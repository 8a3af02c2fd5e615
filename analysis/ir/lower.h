#pragma once

#include <tree_sitter/api.h>

#include <memory>
#include <optional>
#include <string>

#include "analysis/base/symbol.h"
#include "analysis/ir/ir.h"
#include "analysis/syntax/tree.h"
#include "analysis/text/source_text.h"

namespace graphfence::ir {

/// Lowers one file. Units of `previous` whose text is unchanged are reused (same shared_ptr). Cannot fail: syntax it
/// does not know becomes Op::Unknown. Cost: linear in the text of the module's own statements and of the units that
/// changed; linear in one function where the change of the text lies in its body.
///
/// What a reader of the result may rely on beyond ir.h:
///  - Reading a local variable emits nothing: its register is the operand. Temporaries are used again by later
///  statements.
///  - Environments (LoadCell): levels count Function, Lambda and Module chunks, starting with the chunk itself when it
///  is one.
///    A class body has no environment: 0 is the one of the function (or module) around it. The module's environment
///    only holds comprehension variables that a lambda captured (named `x.3`: no identifier).
///  - LoadName always has d == 0: a name a class body does not bind is loaded by LoadGlobal or LoadCell at once.
///  - The handler of `except E as e` deletes `e` at its end, as Python does.
///  - A generator expression is a list that is filled where it stands.
///  - MakeFunc and MakeClass have the span of the whole definition; decorator calls the span of the decorator's
///  expression.
///    `Chunk::decorators` is empty in chunk 0 of a function unit: decorators stand in front of the unit.
///  - A store has the span of its assignment, inside a tuple target the span of the element.
/// `change`, when it is known: what was replaced in the text of `previous`; everything outside of it has the same
/// structure in both trees (`ParsedDocument::difference`).
std::shared_ptr<const FileIr> lower_file(const SourceText& source, TSNode root, Interner& names,
                                         const FileIr* previous = nullptr,
                                         const std::optional<TextChange>& change = std::nullopt);

/// One line per instruction, for tests and `graphfence debug`.
std::string dump(const Chunk& chunk, const Interner& names);

}  // namespace graphfence::ir
