#include "protocol/hover.h"

#include "protocol/text_sync.h"
#include "server/lsp/binder.h"
#include "server/lsp/hover_text.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/positions.h"

namespace graphfence {
namespace {

std::string handle(const DocumentView& view, const protocol::PositionParams& params) {
  const auto text = view.text();
  if (!text || !view.analysed) return "null";
  const std::uint32_t offset = to_offset(*text, params.position, view.client->unit);
  const auto hover = view.engine->hover(*view.snapshot, view.path, offset, view.cancel);
  if (!hover) return "null";
  const bool markdown = view.client->markdown_hover;
  std::string value = markdown ? hover_markdown(view, *hover) : hover_plain(view, *hover);
  if (value.empty()) return "null";
  return protocol::encode(
      protocol::Hover{markdown, std::move(value), to_visible_range(*text, hover->span, view.client->unit)});
}

}  // namespace

void bind_hover(Binder& binder) {
  binder.on_view("textDocument/hover", protocol::decode_document_position, handle, "null");
}

}  // namespace graphfence
