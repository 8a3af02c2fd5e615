#include <map>

#include "analysis/features/fixes/names.h"
#include "analysis/features/fixes/queries.h"
#include "analysis/features/fixes/rnn_cell.h"

/// The penalty of all steps at once, from the sequence the RNN returns: what the cell calls its output is the sequence,
/// what it reads from its state the sequence one step later, its own attributes are those of `rnn.cell`.
namespace graphfence::fixes {

namespace {

struct Translation {
  std::string text;
  bool earlier = false;  ///< the previous state is used
};

class Translator {
 public:
  Translator(const Page& page, const PenalisedCell& cell) : page_(page), cell_(cell) {
    for_each_child(field_of(cell.call, Field::Body), [&](TSNode statement) {
      const TSNode inner = child_of(statement, 0);
      if (kind_of(statement) != NodeKind::ExpressionStatement || kind_of(inner) != NodeKind::Assignment) return;
      const TSNode right = field_of(inner, Field::Right);
      const TSNode left = field_of(inner, Field::Left);
      if (kind_of(left) == NodeKind::Identifier && is_first_state(right)) previous_.emplace_back(page.of(left));
    });
  }

  /// The part between two offsets in terms of the model's names; false when something in it belongs to the cell alone.
  bool translate(std::uint32_t start, std::uint32_t end, TSNode within, const std::map<std::string, std::string>& names,
                 Translation& out) const {
    std::vector<std::pair<Span, std::string>> parts;
    bool good = true;
    for_each_below(within, [&](TSNode node) {
      if (!good) return false;
      const NodeKind kind = kind_of(node);
      if (kind == NodeKind::Comment || kind == NodeKind::Lambda || kind == NodeKind::ListComprehension ||
          kind == NodeKind::GeneratorExpression)
        return good = false;
      if (is_first_state(node)) {
        parts.emplace_back(span(node), names.at("previous"));
        return false;
      }
      if (kind == NodeKind::Attribute) {
        const TSNode object = field_of(node, Field::Object);
        if (kind_of(object) != NodeKind::Identifier || page_.of(object) != cell_.self) return true;
        parts.emplace_back(span(object), names.at("cell"));
        return false;
      }
      if (kind == NodeKind::KeywordArgument) {
        // Its name is no variable; values of options are literals in practice.
        if (kind_of(field_of(node, Field::Value)) == NodeKind::Identifier) good = false;
        return false;
      }
      if (kind == NodeKind::Identifier) good = identifier(node, names, parts);
      return good;
    });
    if (!good) return false;
    std::uint32_t at = start;
    for (const auto& [part, text] : parts) {
      if (part.start < start || part.end > end) continue;
      out.text += page_.source().substr(at, part.start - at);
      out.text += text;
      if (text == names.at("previous")) out.earlier = true;
      at = part.end;
    }
    out.text += page_.source().substr(at, end - at);
    return true;
  }

 private:
  [[nodiscard]] bool is_first_state(TSNode node) const {
    return kind_of(node) == NodeKind::Subscript && page_.of(field_of(node, Field::Value)) == cell_.states &&
           page_.of(field_of(node, Field::Subscript)) == "0";
  }

  bool identifier(TSNode node, const std::map<std::string, std::string>& names,
                  std::vector<std::pair<Span, std::string>>& parts) const {
    const std::string name(page_.of(node));
    if (name == page_.of(cell_.output)) {
      parts.emplace_back(span(node), names.at("sequence"));
      return true;
    }
    for (const std::string& previous : previous_) {
      if (name == previous) {
        parts.emplace_back(span(node), names.at("previous"));
        return true;
      }
    }
    if (name == cell_.inputs) {
      parts.emplace_back(span(node), names.at("inputs"));
      return !names.at("inputs").empty();
    }
    // Any other local of the cell is not there in the model.
    if (name == cell_.self || name == cell_.states) return false;
    if (!identifiers_in(page_, field_of(cell_.call, Field::Parameters), name).empty()) return false;
    bool local = false;
    for_each_below(field_of(cell_.call, Field::Body), [&](TSNode inner) {
      const TSNode left = field_of(inner, Field::Left);
      if (!ts_node_is_null(left) && kind_of(inner) == NodeKind::Assignment &&
          !identifiers_in(page_, left, name).empty())
        local = true;
    });
    return !local;
  }

  const Page& page_;
  const PenalisedCell& cell_;
  std::vector<std::string> previous_;
};

}  // namespace

std::optional<Fix> penalty_in_model_call(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page || !job.has_other() || job.other_file != job.target_file) return std::nullopt;
  const auto cell = find_cell(*page, job.target);
  const auto use = use_of_call(*page, job.other);
  // The sequence is that of the outputs: they have to be the state that the penalty is about.
  if (!cell || !use || cell->new_states.size() != 1 || kind_of(cell->output) != NodeKind::Identifier ||
      page->of(cell->new_states.front()) != page->of(cell->output)) {
    return std::nullopt;
  }
  const Arguments construction = arguments_of(*page, use->construction);
  for (const std::string_view option : {"go_backwards", "return_state", "time_major", "stateful"}) {
    if (!ts_node_is_null(construction.value_of(option))) return std::nullopt;
  }
  const TSNode function = method_at(*page, span(use->call));
  const std::string sequence = unused_name(*page, function, {"sequence", "steps"});
  const std::string previous = unused_name(*page, function, {"previous", "before"});
  const auto tensorflow = tensorflow_name(*page, ts_node_start_byte(use->call));
  const Arguments given = arguments_of(*page, use->call);
  if (sequence.empty() || previous.empty() || !tensorflow || given.positional.size() != 1) return std::nullopt;
  const TSNode series = given.positional.front();
  const std::map<std::string, std::string> names{
      {"sequence", sequence},
      {"previous", previous},
      {"cell", use->self + "." + use->attribute + ".cell"},
      {"inputs", kind_of(series) == NodeKind::Identifier ? std::string(page->of(series)) : ""}};
  // A mean over batch and units at each step, summed over the steps; a sum is a sum.
  const Translator translator(*page, *cell);
  Translation head;
  Translation inner;
  Translation tail;
  const Span reduction = span(cell->reduction);
  const Span reduced = span(cell->reduced);
  const Span whole = span(cell->value);
  if (!translator.translate(whole.start, reduction.start, cell->value, names, head) ||
      !translator.translate(reduced.start, reduced.end, cell->value, names, inner) ||
      !translator.translate(reduction.end, whole.end, cell->value, names, tail)) {
    return std::nullopt;
  }
  const std::string total =
      cell->mean ? *tensorflow + ".reduce_sum(" + *tensorflow + ".reduce_mean(" + inner.text + ", axis=[0, 2]))"
                 : *tensorflow + ".reduce_sum(" + inner.text + ")";
  page->insert_line_before(use->statement, sequence + " = " + std::string(page->of(use->call)));
  if (inner.earlier) {
    page->insert_line_before(
        use->statement, previous + " = " + *tensorflow + ".pad(" + sequence + "[:, :-1], [[0, 0], [1, 0], [0, 0]])");
  }
  page->insert_line_before(use->statement, use->self + ".add_loss(" + head.text + total + tail.text + ")");
  const TSNode sequences = construction.value_of("return_sequences");
  const bool already = page->of(sequences) == "True";
  page->replace(span(use->call), already ? sequence : sequence + "[:, -1]");
  if (!already && !set_argument(*page, use->construction, "return_sequences", "True")) return std::nullopt;
  page->erase_statement(cell->statement);
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
