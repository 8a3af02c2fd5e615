// Which fixes a finding offers, and what it and the hover say about it.
#include <doctest/doctest.h>

#include <algorithm>

#include "server/config/target_version.h"
#include "tests/support/memory_files.h"

namespace graphfence::tests {
namespace {

const std::string path = std::string(FixtureRoot) + "program.py";

struct Checked {
  explicit Checked(std::string text, const std::string& version = "2.21") {
    const auto files = std::make_shared<MemoryFiles>();
    files->set(path, std::move(text));
    EngineOptions options;
    options.roots = {"/fixture"};
    options.target = detect_target("/fixture", "/fixture", version, [](const std::string&) { return std::nullopt; });
    engine = std::make_unique<Engine>(options, files);
    findings = engine->root_findings(*engine->snapshot(), path, CancelToken{});
  }

  [[nodiscard]] const Finding* of(std::string_view rule) const {
    const auto at = std::find_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.rule == rule; });
    return at == findings.end() ? nullptr : &*at;
  }
  /// Titles of the fixes, joined.
  [[nodiscard]] std::string titles(std::string_view rule) const {
    const Finding* finding = of(rule);
    std::string all;
    if (finding == nullptr) return "no finding";
    for (const Fix& fix : finding->fixes) all += fix.title + "; ";
    return all;
  }
  [[nodiscard]] std::optional<Hover> hover(std::string_view at) const {
    const auto snapshot = engine->snapshot();
    const auto text = engine->text(*snapshot, path);
    return engine->hover(*snapshot, path, static_cast<std::uint32_t>(text->bytes().find(at)), CancelToken{});
  }

  std::unique_ptr<Engine> engine;
  std::vector<Finding> findings;
};

const std::string encoder = R"(import tensorflow as tf


class Encoder(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4)

    @tf.function
    def call(self, x):
        return self.dense(x)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()

    def call(self, x):
        return self.encoder(x)


)";

TEST_CASE("the call around a traced call is no training step") {
  const Checked net(encoder +
                    "net = Net()\nnet.compile('sgd', 'mse')\nnet.fit(tf.ones([8, 3]), tf.ones([8, 4]), verbose=0)\n");
  const std::string titles = net.titles("frozen-first-trace");
  CHECK(titles.find("training step") == std::string::npos);
  CHECK(titles.find("Remove the tf.function from `Encoder.call`") != std::string::npos);
}

const std::string penalty = R"(import tensorflow as tf


class Penalty(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):
        self.add_loss(tf.reduce_mean(x))
        return x


)";

TEST_CASE("a loss added in a traced call is told as the program uses it") {
  const Checked eager(penalty + "layer = Penalty()\nlayer(tf.ones([2, 2]))\nprint(sum(layer.losses))\n");
  REQUIRE(eager.of("add-loss-in-decorated-call") != nullptr);
  CHECK(eager.of("add-loss-in-decorated-call")->message.find("in eager code raises TypeError after") !=
        std::string::npos);
  const Checked alone(penalty);
  REQUIRE(alone.of("add-loss-in-decorated-call") != nullptr);
  CHECK(alone.of("add-loss-in-decorated-call")->message.find("the cached trace of a later call adds no loss") !=
        std::string::npos);
}

TEST_CASE("one call that traces and uses the trace has one note that says why") {
  const Checked step(penalty + R"(
class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)
        self.penalty = Penalty()

    def call(self, x):
        return self.penalty(self.dense(x))


model = Net()


@tf.function
def step(x):
    return tf.reduce_sum(model(x)) + sum(model.losses)


step(tf.ones([2, 2]))
)");
  const Finding* finding = step.of("add-loss-in-decorated-call");
  REQUIRE(finding != nullptr);
  for (std::size_t i = 1; i < finding->related.size(); ++i)
    CHECK(finding->related[i - 1].span != finding->related[i].span);
}

TEST_CASE("a hover lists each context once, the shortest first, and names the finding at the place") {
  const Checked net(penalty + R"(
inputs = tf.keras.layers.Input((4,))
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(Penalty()(inputs)))
model.compile(loss="mse", optimizer="adam")
model.fit(tf.ones((8, 4)), tf.ones((8, 1)), epochs=2, verbose=0)
)");
  const auto hover = net.hover("self.add_loss");
  REQUIRE(hover);
  CHECK(hover->rule == "add-loss-in-decorated-call");
  const std::string& headline = hover->headline;
  CHECK(headline.starts_with("`call` runs in FuncGraph `call`"));
  CHECK(headline.find("FuncGraph `call`", headline.find("FuncGraph `call`") + 1) == std::string::npos);
  CHECK(headline.find("Keras' symbolic pass") == headline.rfind("Keras' symbolic pass"));
  CHECK(std::any_of(hover->lines.begin(), hover->lines.end(),
                    [](const HoverLine& line) { return line.text.starts_with("add-loss-in-decorated-call: "); }));
  const auto elsewhere = net.hover("return x");
  REQUIRE(elsewhere);
  CHECK(elsewhere->rule.empty());
}

}  // namespace
}  // namespace graphfence::tests
