#pragma once

#include <cstdint>
#include <string>

#include "analysis/text/source_text.h"
#include "protocol/lifecycle.h"

namespace graphfence {

/// How diagnostics reach the client; one way for all of its documents.
enum class DiagnosticDelivery : std::uint8_t {
  Push,
  PullStatic,      ///< advertised in the reply to initialize
  PullRegistered,  ///< registered after `initialized`
};

/// What was agreed with the client at initialize; immutable afterwards.
struct ClientProfile {
  ColumnUnit unit = ColumnUnit::Utf16;
  DiagnosticDelivery delivery = DiagnosticDelivery::Push;
  std::string delivery_reason;  ///< for the log
  bool markdown_hover = false;
  bool deferred_fix_all = false;  ///< the client can resolve `edit` and sends `data` back
  protocol::ClientCapabilities capabilities;
};

/// `force_push`: the user wants diagnostics pushed, whatever the client can do.
[[nodiscard]] ClientProfile negotiate(protocol::ClientCapabilities capabilities, bool force_push = false);
[[nodiscard]] std::string encoding_name(ColumnUnit unit);

}  // namespace graphfence
