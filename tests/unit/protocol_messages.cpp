#include <doctest/doctest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "protocol/code_action.h"
#include "protocol/json_writer.h"
#include "protocol/message.h"
#include "protocol/text_sync.h"

namespace graphfence::protocol {
namespace {

using nlohmann::json;

std::string problem_of(const char* params, void (*decode)(const Node&)) {
  const Message message = Message::parse(std::string(R"({"id":1,"method":"m","params":)") + params + "}");
  try {
    decode(message.params());
  } catch (const InvalidParams& problem) {
    return problem.what();
  }
  return "";
}

}  // namespace

TEST_CASE("what the writer writes is read back by a JSON parser as it was") {
  const unsigned seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 chance(seed);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (auto count = chance() % 40; count > 0; --count) text += static_cast<char>(chance() % 128);
    text += round % 2 == 0 ? "ü𝔘\u2028" : "\"\\/";
    JsonWriter writer;
    writer.begin_object().key(text).begin_array().value(text).value(-5).value(true).null().begin_object().end_object();
    writer.end_array().key("b").value(std::uint64_t{18446744073709551615U}).end_object();
    const json expected = {{text, {text, -5, true, nullptr, json::object()}}, {"b", 18446744073709551615U}};
    CHECK(json::parse(writer.text()) == expected);
  }
}

TEST_CASE("bytes that are no UTF-8 are replaced one by one") {
  const auto written = [](std::string_view text) {
    return json::parse(JsonWriter().value(text).text()).get<std::string>();
  };
  CHECK(written("a\xFFz") == "a\uFFFDz");
  CHECK(written("\xC3") == "\uFFFD");
  CHECK(written("\xE2\x82") == "\uFFFD\uFFFD");
  CHECK(written("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");  // a surrogate
  CHECK(written("\xC0\x80") == "\uFFFD\uFFFD");            // too long a form
  CHECK(written("\xF4\x90\x80\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD");
  CHECK(written("\xF0\x9D\x94\x98\xEF\xBB\xBF") == "\xF0\x9D\x94\x98\xEF\xBB\xBF");
}

TEST_CASE("wire integers are whole numbers of 32 bits however they are spelled") {
  const auto read = [](const char* text) { return wire_integer(json::parse(text)); };
  CHECK(read("3") == 3);
  CHECK(read("3.0") == 3);
  CHECK(read("1e3") == 1000);
  CHECK(read("-2147483648") == INT32_MIN);
  CHECK(read("2147483647") == INT32_MAX);
  for (const char* bad :
       {"2147483648", "-2147483649", "1.5", "1e300", "-1e300", "18446744073709551615", "\"3\"", "null", "true", "[]"}) {
    CAPTURE(bad);
    CHECK_FALSE(read(bad).has_value());
  }
}

TEST_CASE("an error names the field that is wrong") {
  const auto hover = [](const Node& params) { (void)decode_document_position(params); };
  CHECK(problem_of("null", hover) == "params.textDocument.uri is missing, it must be a string");
  CHECK(problem_of(R"({"textDocument":{}})", hover) == "params.textDocument.uri is missing, it must be a string");
  CHECK(problem_of(R"({"textDocument":{"uri":7}})", hover) == "params.textDocument.uri must be a string");
  CHECK(problem_of(R"({"textDocument":{"uri":"u"},"position":{"line":0,"character":0.5}})", hover) ==
        "params.position.character must be a whole number");
  const auto change = [](const Node& params) { (void)decode_did_change(params); };
  CHECK(problem_of(R"({"textDocument":{"uri":"u"},"contentChanges":[{"text":"a"},{"text":5}]})", change) ==
        "params.contentChanges[1].text must be a string");
  CHECK(problem_of(
            R"({"textDocument":{"uri":"u"},"contentChanges":[{"range":{"start":{"line":0,"character":0}},"text":""}]})",
            change) == "params.contentChanges[0].range.end is missing, it must be an object");
  CHECK(problem_of(R"({"textDocument":{"uri":"u"},"contentChanges":[5]})", change) ==
        "params.contentChanges[0].text is missing, it must be a string");
}

TEST_CASE("coordinates out of range are clamped") {
  const auto line = [](const char* text) {
    const json value = json::parse(text);
    return Node(&value).coordinate();
  };
  CHECK(line("4294967295") == INT32_MAX);
  CHECK(line("1e300") == INT32_MAX);
  CHECK(line("-1") == 0);
  CHECK(line("-1e300") == 0);
  CHECK(line("7.0") == 7);
}

TEST_CASE("messages are told apart by what they hold") {
  using Kind = Message::Kind;
  const auto kind = [](const char* body) { return Message::parse(body).kind(); };
  CHECK(kind(R"({"id":1,"method":"m"})") == Kind::Request);
  CHECK(kind(R"({"method":"m","params":[]})") == Kind::Notification);
  CHECK(kind(R"({"id":"a","result":null})") == Kind::Response);
  CHECK(kind(R"({"id":null,"error":{}})") == Kind::Response);
  for (const char* body :
       {"", "{", "[]", "3", "{}", R"({"method":5})", R"({"id":null,"method":"m"})", R"({"id":1.5,"method":"m"})"}) {
    CAPTURE(body);
    CHECK(kind(body) == Kind::Invalid);
  }
  CHECK(Message::parse("{").error_code() == ErrorCode::ParseError);
  CHECK(Message::parse("[]").error_code() == ErrorCode::InvalidRequest);
  CHECK(Message::parse(R"({"id":2.0,"method":"m"})").id() == RequestId(std::int64_t{2}));
  CHECK(Message::parse(R"({"id":"2","method":"m"})").id() == RequestId("2"));
}

TEST_CASE("surrogates that stand alone are replaced, pairs and escaped backslashes are not") {
  const auto text = [](const std::string& escaped) {
    const Message message = Message::parse(R"({"method":"m","params":{"t":")" + escaped + "\"}}");
    REQUIRE(message.kind() == Message::Kind::Notification);
    return message.params()["t"].string();
  };
  CHECK(text(R"(a\ud835b)") == "a\uFFFDb");
  CHECK(text(R"(\udd18\ud835)") == "\uFFFD\uFFFD");
  CHECK(text(R"(\ud835\udd18\uD835)") == "\U0001D518\uFFFD");
  CHECK(text(R"(\ud835\ud835\udd18)") == "\uFFFD\U0001D518");
  CHECK(text(R"(\\ud835 \ud835)") == "\\ud835 \uFFFD");
}

TEST_CASE("code action kinds nest on dots") {
  CHECK(kind_contains("source.fixAll", "source.fixAll.graphfence"));
  CHECK(kind_contains("source", "source.fixAll.graphfence"));
  CHECK(kind_contains("quickfix", "quickfix"));
  CHECK(kind_contains("", "quickfix"));
  CHECK_FALSE(kind_contains("source.fix", "source.fixAll.graphfence"));
  CHECK_FALSE(kind_contains("quickfix.deeper", "quickfix"));
  CHECK_FALSE(kind_contains("Quickfix", "quickfix"));
}

}  // namespace graphfence::protocol
