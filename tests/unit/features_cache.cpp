// What a keystroke costs: only roots that read changed code run again (invariant 3), nothing that merely moved counts
// as changed (7), and limits belong to one root (8).
#include <doctest/doctest.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "analysis/features/findings.h"

namespace graphfence::tests {
namespace {

struct CountedFiles : FileReader {
  std::map<std::string, std::string> texts;
  mutable std::atomic<int> calls = 0;
  [[nodiscard]] std::optional<std::string> read_file(const std::string& path) const override {
    ++calls;
    const auto it = texts.find(path);
    return it == texts.end() ? std::nullopt : std::optional(it->second);
  }
  [[nodiscard]] bool has_file(const std::string& path) const override {
    ++calls;
    return texts.contains(path);
  }
};

/// Files on a disk that stays, one open document, and the results of its roots.
class Session {
 public:
  using Disk = std::map<std::string, std::string>;
  explicit Session(Disk disk = {}) {
    auto files = std::make_shared<CountedFiles>();
    files->texts = std::move(disk);
    files_ = files;
    store_ = std::make_unique<FileStore>(std::make_shared<Interner>(), files);
  }

  std::shared_ptr<const FileResult> type(const std::string& text) {
    thread_local Parser parser;
    const auto document = ParsedDocument::open(parser, std::make_shared<const SourceText>(text));
    open_["/w/main.py"] = store_->lower("/w/main.py", document, open_["/w/main.py"].get());
    Program program(*store_, {}, open_);
    return file_drafts(*store_, program, cache_, "/w/main.py", {}, CancelToken());
  }

  /// The kept result of a root; null when it would have to run.
  [[nodiscard]] std::shared_ptr<const RootResult> kept(const std::string& root) {
    Program program(*store_, {}, open_);
    return cache_.find("/w/main.py\n" + root, program, *store_);
  }

  [[nodiscard]] const LoadedFile& file() const { return *open_.at("/w/main.py"); }
  [[nodiscard]] int disk_calls() const { return files_->calls; }

 private:
  std::shared_ptr<const CountedFiles> files_;
  std::unique_ptr<FileStore> store_;
  OpenFiles open_;
  RootCache cache_;
};

const std::string imports = "import tensorflow as tf\n\n";
const std::string leaking = R"(
class Leaks(tf.Module):
    @tf.function
    def step(self, x):
        self.last = x * 2.0
        return x

    def use(self):
        return self.last + 1.0

def first():
    layer = Leaks()
    layer.step(tf.ones([2]))
    return layer.use()

)";
const std::string second = R"(
def second(x):
    return tf.reduce_sum(x)

)";

constexpr const char* first_root = "23first";  // kind, generations, name
constexpr const char* second_root = "23second";

}  // namespace

TEST_CASE("an edit runs the roots again that read the edited function, and no others") {
  Session session;
  session.type(imports + leaking + second);
  const auto one = session.kept(first_root);
  const auto two = session.kept(second_root);
  REQUIRE(one);
  REQUIRE(two);
  std::string edited = second;
  edited.replace(edited.find("tf.reduce_sum"), 13, "tf.reduce_max");
  session.type(imports + leaking + edited);
  CHECK(session.kept(first_root) == one);
  CHECK(session.kept(second_root) != two);
}

TEST_CASE("code that only moved is not run again, and its findings move with it") {
  Session session;
  const auto before = session.type(imports + leaking + second);
  REQUIRE(before->drafts.size() == 1);
  const auto span = span_of(session.file(), before->drafts.front().place);
  REQUIRE(span);
  const auto kept = session.kept(first_root);
  const std::string inserted = "# a comment\n\n\n";
  const auto after = session.type(imports + inserted + leaking + second);
  REQUIRE(after->drafts.size() == 1);
  CHECK(session.kept(first_root) == kept);
  CHECK(after->drafts.front().place == before->drafts.front().place);
  const auto moved = span_of(session.file(), after->drafts.front().place);
  REQUIRE(moved);
  CHECK(moved->start == span->start + inserted.size());
}

TEST_CASE("a result does not depend on what the names were numbered in") {
  Session alone;
  Session late(Session::Disk{{"/w/other.py", "zeta = alpha = omega = 1\n"}});
  late.type("import other\nfrom other import omega, alpha, zeta\nfirst = second = Leaks = 0\n");
  const auto a = alone.type(imports + leaking + second);
  const auto b = late.type(imports + leaking + second);
  REQUIRE(a->drafts.size() == b->drafts.size());
  for (std::size_t i = 0; i < a->drafts.size(); ++i) {
    CHECK(a->drafts[i].place == b->drafts[i].place);
    CHECK(a->drafts[i].rule == b->drafts[i].rule);
    CHECK(a->drafts[i].message == b->drafts[i].message);
  }
}

TEST_CASE("a keystroke asks the disk for nothing, however many files there are") {
  for (const int count : {1, 300}) {
    CAPTURE(count);
    Session::Disk disk;
    for (int i = 0; i < count; ++i) disk["/w/module_" + std::to_string(i) + ".py"] = "import tensorflow as tf\n";
    Session session(std::move(disk));
    const std::string head = imports + "import module_0\nimport module_none\n";
    session.type(head + leaking + second);
    const int calls = session.disk_calls();
    CHECK(calls < 12);
    std::string edited = second;
    edited.replace(edited.find("tf.reduce_sum"), 13, "tf.reduce_max");
    session.type(head + leaking + edited);
    CHECK(session.disk_calls() == calls);
  }
}

TEST_CASE("the versions of all files decide whether a file's result is kept") {
  Session session;
  const std::string text = imports + leaking + second;
  const auto one = session.type(text);
  CHECK(session.type(text) != one);  // another version, with the same code: equal, but not the very same
  CHECK(session.type(text)->drafts.size() == one->drafts.size());
}

TEST_CASE("a root that needs too many steps ends without a word and takes no other root with it") {
  std::string heavy = "\ndef heavy(x):\n";
  for (int i = 0; i < 2500; ++i) heavy += "    x = tf.reduce_sum(x * 2.0)\n";
  heavy += "    for a in x:\n";
  for (int i = 0; i < 2500; ++i) heavy += "        x = tf.add(x, a, name='n') + tf.ones([3])\n";
  std::string chain = "\ndef f0(x):\n    return heavy(x)\n";
  for (int i = 1; i < 12; ++i) {
    const std::string inner = "f" + std::to_string(i - 1);
    chain += "\ndef f" + std::to_string(i) + "(x):\n    return " + inner + "(x) + " + inner + "(x * 2.0)\n";
  }
  Session session;
  const auto result = session.type(imports + heavy + chain + leaking + second);
  const auto ended = session.kept("23f11");
  REQUIRE(ended);
  CHECK(ended->steps == limits::steps);
  CHECK(ended->drafts.empty());
  REQUIRE(result->drafts.size() == 1);
  CHECK(result->drafts.front().rule == "tensor-leak-to-attribute");
}

}  // namespace graphfence::tests
