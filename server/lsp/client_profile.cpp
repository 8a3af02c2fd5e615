#include "server/lsp/client_profile.h"

#include <algorithm>
#include <utility>

namespace graphfence {
namespace {

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

ColumnUnit choose_unit(const std::vector<std::string>& offered) {
  if (contains(offered, "utf-8")) return ColumnUnit::Utf8;
  if (!contains(offered, "utf-16") && contains(offered, "utf-32")) return ColumnUnit::CodePoint;
  return ColumnUnit::Utf16;
}

}  // namespace

ClientProfile negotiate(protocol::ClientCapabilities capabilities, bool force_push) {
  ClientProfile profile;
  profile.unit = choose_unit(capabilities.positionEncodings);
  if (force_push) {
    profile.delivery_reason = "the settings say so";
  } else if (!capabilities.diagnostic.declared) {
    profile.delivery_reason = "the client does not pull diagnostics";
  } else if (capabilities.diagnostic.dynamicRegistration) {
    profile.delivery = DiagnosticDelivery::PullRegistered;
    profile.delivery_reason = "the client pulls diagnostics and takes registrations";
  } else {
    profile.delivery = DiagnosticDelivery::PullStatic;
    profile.delivery_reason = "the client pulls diagnostics";
  }
  for (const std::string& format : capabilities.hoverFormats) {
    if (format != "markdown" && format != "plaintext") continue;
    profile.markdown_hover = format == "markdown";
    break;
  }
  profile.deferred_fix_all =
      capabilities.codeAction.dataSupport && contains(capabilities.codeAction.resolveProperties, "edit");
  profile.capabilities = std::move(capabilities);
  return profile;
}

std::string encoding_name(ColumnUnit unit) {
  switch (unit) {
    case ColumnUnit::Utf8:
      return "utf-8";
    case ColumnUnit::Utf16:
      return "utf-16";
    case ColumnUnit::CodePoint:
      return "utf-32";
  }
  return "utf-16";
}

}  // namespace graphfence
