#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json_writer.h"
#include "protocol/node.h"
#include "protocol/positions.h"

namespace graphfence::protocol {

constexpr std::int32_t SeverityError = 1;
constexpr std::int32_t SeverityWarning = 2;
constexpr std::int32_t SeverityInformation = 3;
constexpr std::int32_t SeverityHint = 4;
constexpr std::int32_t TagUnnecessary = 1;

struct DiagnosticRelatedInformation {
  Location location;
  std::string message;
};

/// Empty members are left out.
struct Diagnostic {
  Range range;
  std::int32_t severity = SeverityError;
  std::string code;
  std::string source;
  std::string message;
  std::vector<std::int32_t> tags;
  std::vector<DiagnosticRelatedInformation> relatedInformation;
  std::string data;  ///< JSON text
};

struct DocumentDiagnosticParams {
  std::string uri;
  std::optional<std::string> previousResultId;
};

[[nodiscard]] DocumentDiagnosticParams decode_document_diagnostic(const Node& params);

void encode(JsonWriter& json, const Diagnostic& diagnostic);
[[nodiscard]] std::string encode(const std::vector<Diagnostic>& diagnostics);
/// `diagnostics` is the text of an array.
[[nodiscard]] std::string encode_publish(const std::string& uri, std::optional<std::int32_t> version,
                                         std::string_view diagnostics);
[[nodiscard]] std::string encode_full_report(const std::string& resultId, std::string_view diagnostics);
[[nodiscard]] std::string encode_unchanged_report(const std::string& resultId);

}  // namespace graphfence::protocol
