#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/engine.h"
#include "analysis/syntax/document.h"
#include "tests/laws/text_random.h"
#include "tests/support/memory_files.h"

namespace graphfence::tests {

using Texts = std::map<std::string, std::string>;

inline std::string place(const std::string& file, const Span& span) {
  return file + ":" + std::to_string(span.start) + "-" + std::to_string(span.end);
}

/// Everything a user can see of the findings, so that a difference is readable.
inline std::string written(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& finding : findings) {
    out += place(finding.file, finding.span) + " " + finding.rule + " " +
           std::to_string(static_cast<int>(finding.severity)) + " " + finding.message + "\n";
    for (const RelatedPlace& related : finding.related) {
      out += "  at " + place(related.file, related.span) + " " + related.message + "\n";
    }
    for (const Fix& fix : finding.fixes) {
      out += "  fix " + fix.title + "\n";
      for (const TextEdit& edit : fix.edits) out += "    " + place(edit.file, edit.span) + " " + edit.text + "\n";
    }
  }
  return out;
}

inline std::string findings_of(const Engine& engine, const std::string& path) {
  return written(engine.diagnostics(*engine.snapshot(), path, CancelToken()));
}

inline EngineOptions options() {
  EngineOptions result;
  result.roots = {FixtureRoot};
  return result;
}

/// An engine that has only ever seen these documents.
inline std::string fresh_findings(const Texts& documents, const std::string& path,
                                  const std::shared_ptr<MemoryFiles>& files) {
  Engine engine(options(), files);
  for (const auto& [name, text] : documents) engine.open(name, text);
  return findings_of(engine, path);
}

inline std::vector<Span> lines_of(const std::string& text) {
  std::vector<Span> lines;
  std::uint32_t start = 0;
  for (std::uint32_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\n') continue;
    lines.push_back({start, at + 1});
    start = at + 1;
  }
  return lines;
}

/// Mostly edits after which the program still means something: lines go, come back twice, or are commented out;
/// decorators come and go. Some break it.
inline Edit random_edit(Random& random, const std::string& text) {
  const std::vector<Span> lines = lines_of(text);
  if (lines.empty()) return {{0, 0}, "import tensorflow as tf\n"};
  const Span line = random.pick(lines);
  const std::string content = text.substr(line.start, line.end - line.start);
  const std::string indent = content.substr(0, std::min(content.find_first_not_of(' '), content.size() - 1));
  switch (random.below(8)) {
    case 0:
      return {line, ""};
    case 1:
      return {{line.start, line.start}, content};
    case 2:
      return {{line.start, line.start}, indent + "@tf.function\n"};
    case 3:
      return {{line.start, line.start}, "# "};
    case 4:
      return {{line.start, line.start}, "\n\n"};
    case 5: {
      const std::size_t call = text.find("@tf.function", random.below(static_cast<std::uint32_t>(text.size())));
      if (call == std::string::npos) return {{line.start, line.start}, indent + "value = 1\n"};
      const auto at = static_cast<std::uint32_t>(call);
      return {{at, at + 12}, "@staticmethod"};
    }
    case 6:
      return {{line.start, line.start}, random.below(2) == 0 ? "(" : indent + "if value:\n"};
    default:
      return {{line.start, line.start}, indent + "self.add_loss(tf.reduce_sum(self.kernel))\n"};
  }
}

/// While a document does not parse, the engine goes on with its last good text, which a fresh engine cannot know.
inline bool parses(const std::string& text) {
  Parser parser;
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(text));
  return document.complete && !ts_node_has_error(document.tree->root());
}

inline void apply(std::string& text, const Edit& edit) {
  text.replace(edit.span.start, edit.span.end - edit.span.start, edit.replacement);
}

}  // namespace graphfence::tests
