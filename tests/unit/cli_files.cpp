#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/cli/atomic_write.h"
#include "server/cli/discovery.h"
#include "tests/unit/config_temporary_folder.h"

using namespace graphfence;
using graphfence::tests::TemporaryFolder;

namespace {

/// The files found, relative to the folder, joined by spaces; problems in angle brackets.
std::string found(const TemporaryFolder& folder, const std::vector<std::string>& paths = {"."}) {
  DiscoveryOptions options;
  options.working_folder = folder.path();
  const Discovery discovery = discover(paths, options);
  std::string text;
  for (const SourceFile& file : discovery.files) {
    REQUIRE(file.path.starts_with(folder.path() + "/"));
    text += (text.empty() ? "" : " ") + file.path.substr(folder.path().size() + 1);
  }
  for (const std::string& problem : discovery.problems) text += "<" + problem + ">";
  return text;
}

}  // namespace

TEST_CASE("folders are searched for Python files, sorted, each file once") {
  const TemporaryFolder folder;
  for (const char* name : {"b.py", "a.pyi", "c.txt", "d/e.py", "d/.f.py", "d/g.PY"}) folder.write(name, "");
  CHECK(found(folder) == "a.pyi b.py d/.f.py d/e.py");
  CHECK(found(folder, {"d", ".", "b.py", "./d/../b.py"}) == "a.pyi b.py d/.f.py d/e.py");
  CHECK(found(folder, {"c.txt"}) == "c.txt");
}

TEST_CASE("environments, caches and build folders are passed over, unless named") {
  const TemporaryFolder folder;
  for (const char* name : {"a.py", ".venv/a.py", "venv/a.py", "node_modules/a.py", "x/__pycache__/a.py", "build/a.py",
                           ".git/a.py", "odd/pyvenv.cfg", "odd/a.py", "site-packages/a.py"}) {
    folder.write(name, "");
  }
  CHECK(found(folder) == "a.py");
  CHECK(found(folder, {"build", "odd"}) == "build/a.py odd/a.py");
}

TEST_CASE("ignore files: nested, negated, anchored, two stars, folders only") {
  const TemporaryFolder folder;
  folder.write(".gitignore", "*_gen.py\n/only_top.py\nout/\n**/deep/skip.py\n# comment\n");
  folder.write("lib/.gitignore", "!keep_gen.py\nlocal.py\n");
  for (const char* name : {"a_gen.py", "only_top.py", "out/a.py", "lib/keep_gen.py", "lib/b_gen.py", "lib/local.py",
                           "lib/only_top.py", "x/deep/skip.py", "x/deep/take.py", "local.py"}) {
    folder.write(name, "");
  }
  CHECK(found(folder) == "lib/keep_gen.py lib/only_top.py local.py x/deep/take.py");
  CHECK(found(folder, {"a_gen.py"}) == "a_gen.py");
}

TEST_CASE("ignore files above the folder hold inside of a repository only") {
  const TemporaryFolder folder;
  folder.write(".gitignore", "a.py\n");
  folder.write("sub/a.py", "");
  folder.write("sub/b.py", "");
  CHECK(found(folder, {"sub"}) == "sub/a.py sub/b.py");
  folder.write(".git/info/exclude", "b.py\n");
  CHECK(found(folder, {"sub"}).empty());
}

TEST_CASE("links: loops do no harm, folders are not followed, files are") {
  const TemporaryFolder folder;
  const TemporaryFolder elsewhere;
  elsewhere.write("real.py", "");
  folder.write("a.py", "");
  folder.make_folder("d");
  REQUIRE(::symlink(folder.path().c_str(), folder.at("d/up").c_str()) == 0);
  REQUIRE(::symlink("loop.py", folder.at("loop.py").c_str()) == 0);
  REQUIRE(::symlink("nowhere.py", folder.at("dangling.py").c_str()) == 0);
  REQUIRE(::symlink(elsewhere.at("real.py").c_str(), folder.at("link.py").c_str()) == 0);
  REQUIRE(::symlink("a.py", folder.at("twin.py").c_str()) == 0);
  CHECK(found(folder) == "a.py link.py");
  CHECK(found(folder, {"d/up"}) == "d/up/a.py d/up/link.py");
  CHECK(found(folder, {"twin.py"}) == "twin.py");
}

TEST_CASE("pipes are not taken for files, and what is missing is named") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo(folder.at("pipe.py").c_str(), 0600) == 0);
  folder.write("a.py", "");
  CHECK(found(folder) == "a.py");
  CHECK(found(folder, {"pipe.py", "a.py"}) == "a.py<pipe.py: is neither a file nor a folder>");
  CHECK(found(folder, {"no\x1b.py"}) == "<no␛.py: No such file or directory>");
  CHECK(found(folder, {""}) == "<an empty path names nothing>");
}

TEST_CASE("a folder that may not be read is a problem") {
  if (::geteuid() == 0) return;  // nothing is closed to root
  const TemporaryFolder folder;
  folder.write("d/a.py", "");
  REQUIRE(::chmod(folder.at("d").c_str(), 0) == 0);
  CHECK(found(folder) == "<d: Permission denied>");
  REQUIRE(::chmod(folder.at("d").c_str(), 0700) == 0);
}

TEST_CASE("configuration excludes files and folders that were not named") {
  const TemporaryFolder folder;
  for (const char* name : {"a.py", "b.py", "d/c.py"}) folder.write(name, "");
  DiscoveryOptions options;
  options.working_folder = folder.path();
  options.excluded = [&](const std::string& path, bool) { return path == folder.at("d") || path == folder.at("b.py"); };
  CHECK(discover({"."}, options).files.size() == 1);
  CHECK(discover({"b.py"}, options).files.size() == 1);
  options.force_exclude = true;
  CHECK(discover({"b.py"}, options).files.empty());
}

TEST_CASE("paths are made absolute, dots resolved, links kept") {
  CHECK(absolute_path("a/./b.py", "/x") == "/x/a/b.py");
  CHECK(absolute_path("/y/b.py", "/x") == "/y/b.py");
  CHECK(absolute_path(".", "/x") == "/x");
  CHECK(absolute_path("a/", "/x") == "/x/a");
  CHECK(absolute_path("/", "/x") == "/");
  CHECK(absolute_path("a..b.py", "/x") == "/x/a..b.py");
  CHECK(absolute_path("../b.py", "/nowhere-x") == "/b.py");
}

TEST_CASE("replacing a file keeps its mode and leaves nothing behind") {
  const TemporaryFolder folder;
  folder.write("a.py", "old");
  REQUIRE(::chmod(folder.at("a.py").c_str(), 0751) == 0);
  CHECK(replace_file(folder.at("a.py"), "new").empty());
  CHECK(folder.read("a.py") == "new");
  struct stat info = {};
  REQUIRE(::stat(folder.at("a.py").c_str(), &info) == 0);
  CHECK((info.st_mode & 07777U) == 0751);
  const auto entries = std::filesystem::directory_iterator(folder.path());
  CHECK(std::distance(begin(entries), end(entries)) == 1);
}

TEST_CASE("replacing a link changes its target") {
  const TemporaryFolder folder;
  folder.write("real/a.py", "old");
  REQUIRE(::symlink("real/a.py", folder.at("link.py").c_str()) == 0);
  CHECK(replace_file(folder.at("link.py"), "new").empty());
  CHECK(std::filesystem::is_symlink(folder.at("link.py")));
  CHECK(folder.read("real/a.py") == "new");
}

TEST_CASE("a file that cannot be replaced stays as it is") {
  const TemporaryFolder folder;
  CHECK_FALSE(replace_file(folder.at("none.py"), "new").empty());
  CHECK_FALSE(replace_file(folder.path(), "new").empty());
  CHECK_FALSE(std::filesystem::exists(folder.at("none.py")));
  if (::geteuid() == 0) return;
  folder.write("a.py", "old");
  REQUIRE(::chmod(folder.at("a.py").c_str(), 0400) == 0);
  CHECK_FALSE(replace_file(folder.at("a.py"), "new").empty());
  CHECK(folder.read("a.py") == "old");
}
