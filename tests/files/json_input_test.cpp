#include "harness/files/json_input.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/complaint.h"
#include "tests/scratch_folder.h"

namespace retime {
namespace {

using nlohmann::json;

std::string refusal_of(const std::string& text) {
  return tests::complaint_of([&] { parse_json<json>(text); });
}

TEST(JsonInput, WhatGoesBeyondTheLimitsIsRefusedBeforeItIsBuilt) {
  EXPECT_EQ(refusal_of(std::string(64, '[') + std::string(64, ']')), "");
  std::string objects;
  for (int depth = 0; depth < 100'000; ++depth) objects += R"({"a":)";
  for (const std::string& deep :
       {std::string(65, '[') + std::string(65, ']'), std::string(300'000, '['), objects})
    EXPECT_EQ(refusal_of(deep), "nested deeper than 64 levels");
}

TEST(JsonInput, NoTextOfALibraryComesThrough) {
  for (const char* text : {"", "{", "[NaN]", "[01]", "\"\\ud800\"", "\"\xff\"", "[1] 2", "\"\n\""})
    EXPECT_TRUE(refusal_of(text).starts_with("not valid JSON at byte ")) << refusal_of(text);
  EXPECT_EQ(refusal_of("[1e999]"), "not valid JSON: a number is beyond what a double holds");
  EXPECT_EQ(refusal_of("[" + std::string(400, '9') + "]"), refusal_of("[1e999]"));
  EXPECT_EQ(refusal_of(R"({"a": 1, "b": {"a": 2}, "a\u001b": 3, "a": 4})"),
            "the key \"a\" stands twice in an object");
}

TEST(JsonInput, ShowsAValueInAFewWords) {
  EXPECT_EQ(shown(json("a\x1b[31m\x7f\xc2\x9b")), R"("a\u001b[31m\u007f\u009b")");
  EXPECT_EQ(shown(json(std::string(1000, 'x'))).size(), 63U);
  EXPECT_EQ(shown(json::array({1})), "a list");
  EXPECT_EQ(shown(json::object()), "an empty object");
  EXPECT_EQ(shown(json(1.5)), "1.5");
}

TEST(JsonInput, FilesAndLinesAreNamedAndBounded) {
  const tests::scratch_folder folder;
  const auto nothing = [](const json&) {};
  const auto file = folder.write("a\x1b", "[");
  const auto shown_path = file.substr(0, file.size() - 1) + "\\x1b";
  EXPECT_TRUE(tests::complaint_of([&] {
                with_json(file, nothing);
              }).starts_with(shown_path + ": not valid JSON"));
  EXPECT_TRUE(tests::complaint_of([&] {
                with_json_lines(file, nothing);
              }).starts_with(shown_path + " line 1: not valid JSON"));
  EXPECT_EQ(tests::complaint_of([&] { with_json_lines(file, nothing, open_line::skip); }), "");
  std::istringstream long_line("1\n" + std::string(json_limits::line_bytes + 1, '['));
  EXPECT_EQ(tests::complaint_of([&] { with_json_lines("x", long_line, nothing); }),
            "x line 2: larger than 16 MiB, the most that is read");
}

TEST(JsonFields, SayThePlaceAndWhatWouldBeRight) {
  const json held = json::parse(R"({"a": {"b": 18446744073709551615, "c": [1]}, "t": -1})");
  const auto refused = [](const std::function<void()>& call) { return tests::complaint_of(call); };
  EXPECT_EQ(refused([&] { fields::at<std::int64_t>(held, "/a/b"); }),
            "/a/b is 18446744073709551615, not a whole number");
  EXPECT_EQ(fields::at<std::uint64_t>(held, "/a/b"), UINT64_MAX);
  EXPECT_EQ(refused([&] { fields::at<std::uint64_t>(held, "/t"); }),
            "/t is -1, not a whole number");
  EXPECT_EQ(refused([&] { fields::at<std::string>(held, "/a/x"); }), "/a/x is missing");
  EXPECT_EQ(refused([&] { fields::find<bool>(held, "/t/x"); }), "/t is -1, not an object");
  EXPECT_EQ(refused([&] { fields::find<bool>(json(3), "/t"); }),
            "what stands here is 3, not an object");
  EXPECT_EQ(refused([&] { fields::objects_at(held, "/a/c"); }),
            "an entry of /a/c is 1, not an object");
  EXPECT_EQ(refused([&] { fields::time_at(held, "/t"); }),
            "/t is -1; a time is above 0 and at most 1e18 ns");
}

}  // namespace
}  // namespace retime
