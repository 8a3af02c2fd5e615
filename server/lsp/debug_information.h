#pragma once

#include <string>

namespace graphfence {

class Session;

/// What a person who reports a problem should send along: version, what was agreed with the client, settings and where
/// they came from, open documents (with a CRC-32 of the text as we have it, to find out who lost an edit), memory.
[[nodiscard]] std::string debug_information(Session& session);

}  // namespace graphfence
