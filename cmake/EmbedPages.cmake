# cmake -DOUT=file.cpp -DPAGES=a.md|b.md -P EmbedPages.cmake
# Writes `rule_page(id)`, where a page's id is its file name.
set(text "#include \"analysis/rules/rule.h\"\n\nnamespace graphfence {\nstd::string_view rule_page([[maybe_unused]] std::string_view id) {\n")
string(REPLACE "|" ";" pages "${PAGES}")
foreach(page IN LISTS pages)
  get_filename_component(id "${page}" NAME_WE)
  file(READ "${page}" content)
  string(REPLACE "_" "-" id "${id}")
  string(APPEND text "  if (id == \"${id}\") return R\"~~md~~(${content})~~md~~\";\n")
endforeach()
string(APPEND text "  return {};\n}\n}  // namespace graphfence\n")
file(WRITE "${OUT}" "${text}")
