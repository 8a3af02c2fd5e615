// Seconds that tree-sitter alone needs for the Python files below the given paths, on one thread: what `graphfence
// check` is measured against. The files are read before the clock starts. Prints "FILES BYTES SECONDS", the fastest of
// three rounds.
#include <tree_sitter/api.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" const TSLanguage* tree_sitter_python(void);

namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::string> read_all(int count, char** arguments) {
  std::vector<std::string> texts;
  for (int index = 1; index < count; ++index) {
    const fs::path start = arguments[index];
    if (fs::is_regular_file(start)) texts.push_back(read_file(start));
    if (!fs::is_directory(start)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(start)) {
      if (entry.is_regular_file() && entry.path().extension() == ".py") texts.push_back(read_file(entry.path()));
    }
  }
  return texts;
}

double parse_seconds(TSParser* parser, const std::vector<std::string>& texts) {
  const auto start = std::chrono::steady_clock::now();
  for (const std::string& text : texts) {
    ts_tree_delete(ts_parser_parse_string(parser, nullptr, text.data(), static_cast<std::uint32_t>(text.size())));
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> texts = read_all(count, arguments);
  TSParser* parser = ts_parser_new();
  if (texts.empty() || !ts_parser_set_language(parser, tree_sitter_python())) {
    std::fprintf(stderr, "usage: graphfence_parse_time PATH...\n");
    return 2;
  }
  double best = parse_seconds(parser, texts);
  for (int round = 0; round < 2; ++round) best = std::min(best, parse_seconds(parser, texts));
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  std::printf("%zu %zu %.4f\n", texts.size(), bytes, best);
  ts_parser_delete(parser);
  return 0;
}
