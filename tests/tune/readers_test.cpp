#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>

#include "harness/tune/t4.h"
#include "kernels/support/user_file.h"
#include "tests/complaint.h"
#include "tests/scratch_folder.h"
#include "tests/tune/data.h"

namespace retime::tune {
namespace {

namespace fs = std::filesystem;

const tests::scratch_folder& scratch() {
  static const tests::scratch_folder folder;
  return folder;
}

fs::path write(const std::string& name, const std::string& text) {
  return scratch().write(name, text);
}

std::string complaint(const std::string& name, const std::string& text) {
  const auto path = write(name, text);
  const auto said = tests::complaint_of([&] { read_recording(path); });
  EXPECT_TRUE(said.starts_with(path.string())) << said;
  EXPECT_EQ(printable(said), said);
  return said;
}

std::string file_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void expect_equal(const recording& a, const recording& b) {
  ASSERT_EQ(a.space.size(), b.space.size());
  EXPECT_EQ(a.unit, b.unit);
  for (configuration c = 0; c < a.space.size(); ++c) {
    EXPECT_EQ(a.space.text(c), b.space.text(c));
    EXPECT_EQ(a.trials[c], b.trials[c]) << a.space.text(c);
  }
}

std::string rates(const std::string& second) {
  const auto result = [](int b, const char* outcome, const std::string& value) {
    return fmt::format(R"({{"configuration": {{"b": {}}}, "times": {{}}, "invalidity": "{}",
      "measurements": [{{"name": "GFLOP/s", "value": {}}}], "objectives": ["GFLOP/s"]}})",
                       b, outcome, value);
  };
  return fmt::format(R"({{"results": [{}, {}, {}]}})", result(1, "correct", "2.0"),
                     result(2, "correct", second), result(3, "runtime", "\"crashed\""));
}

TEST(Readers, OfARateTheTimeForOneIsMinimised) {
  const auto read = read_recording(write("rate.json", rates("4.0")));
  EXPECT_EQ(read.objective, "1/(GFLOP/s)");
  EXPECT_EQ(read.optimum(), 0.25);
  EXPECT_EQ(read.value(0), 0.5);
  EXPECT_EQ(read.trials[2].result, outcome::runtime);
  auto text = rates("4.0");
  for (auto at = text.find("GFLOP/s"); at != std::string::npos; at = text.find("GFLOP/s"))
    text.replace(at, 7, "ms/step");
  const auto time = read_recording(write("step.json", text));
  EXPECT_EQ(time.objective, "ms/step");
  EXPECT_EQ(time.optimum(), 2.0);
  const auto told = complaint("rate.json", rates("0.0"));
  EXPECT_NE(told.find("'GFLOP/s' = 0"), std::string::npos) << told;
}

TEST(Readers, FailuresKeepTheirClassAndTheirCost) {
  const auto read = read_recording(data("convolution_milo_t4.json"));
  std::map<outcome, int> count;
  for (const auto& each : read.trials) {
    ++count[each.result];
    if (each.valid()) continue;
    EXPECT_TRUE(std::isnan(each.objective));
    EXPECT_GT(each.cost_ms(), 0);
    EXPECT_NE(each.reason, "");
  }
  EXPECT_EQ(count[outcome::correct], 11);
  EXPECT_EQ(count[outcome::compile], 3);
  EXPECT_EQ(count[outcome::runtime], 3);
}

TEST(Readers, WhatIsWrittenReadsBack) {
  const auto read = read_recording(data("convolution_milo_t4.json"));
  std::vector<std::pair<ordered_json, trial>> all;
  for (configuration c = 0; c < read.space.size(); ++c)
    all.emplace_back(configuration_json(read.space, c), read.trials[c]);
  const auto path = write("back.json", to_t4(all, read.objective, read.unit).dump());
  expect_equal(read, read_recording(path));
}

TEST(Readers, ReadsGzippedFiles) {
  const auto text = file_text(data("pnpoly_t4.json"));
  const auto packed = scratch() / "packed.json.gz";
  auto* out = gzopen(packed.c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  const auto whole = read_recording(data("pnpoly_t4.json"));
  expect_equal(whole, read_recording(packed));
  EXPECT_EQ(read_recording(packed).name, "packed");

  const auto bytes = file_text(packed);
  EXPECT_NE(complaint("cut.gz", bytes.substr(0, bytes.size() / 2)).find("truncated"),
            std::string::npos);
}

TEST(Readers, EachFaultIsOneLineThatNamesTheFile) {
  const auto whole = file_text(data("pnpoly_t4.json"));
  EXPECT_NE(complaint("malformed.json", "{\"results\": [,]}").find("not valid JSON"),
            std::string::npos);
  EXPECT_NE(complaint("truncated.json", whole.substr(0, whole.size() / 2)), "");
  for (const char* text :
       {"", "[]", "3", "{}", R"({"results": []})", R"({"results": 3})", R"({"results": [3]})",
        R"({"results": [{"configuration": {}, "times": {}, "invalidity": "correct",
             "measurements": []}]})",
        R"({"results": [{"configuration": {"a": 1}, "times": {}, "invalidity": "odd",
             "measurements": []}]})",
        R"({"results": [{"configuration": {"a": [1]}, "times": {}, "invalidity": "correct",
             "measurements": [{"name": "time", "value": 1, "unit": "s"}]}]})",
        R"({"results": [{"configuration": {"a": 1}, "times": {}, "invalidity": "correct",
             "measurements": [{"name": "time", "value": "1", "unit": "s"}]}]})",
        R"({"results": [{"configuration": {"a": 1}, "times": {}, "invalidity": "correct",
             "measurements": [{"name": "time", "value": 1, "unit": "parsecs"}]}]})",
        R"({"results": [{"configuration": {"a": 1}, "times": {"runtimes": [true]},
             "invalidity": "correct", "measurements": [{"name": "time", "value": 1}]}]})",
        R"({"results": [{"configuration": {"a": 1}, "times": {"framework": -1},
             "invalidity": "correct", "measurements": [{"name": "time", "value": 1}]}]})",
        R"({"results": [{"configuration": {"a": 1}, "times": {}, "invalidity": "correct",
             "measurements": [{"name": "time", "value": 1e308}]}]})",
        R"({"results": [{"configuration": {"a": 1}, "times": {}, "invalidity": "\u001b[31m",
             "measurements": []}]})",
        R"({"metadata": 3, "results": [{}]})",
        R"({"metadata": {"timeunit": true}, "results": [{}]})", R"({"cache": {}})"})
    EXPECT_NE(complaint("fault.json", text), "") << text;
  EXPECT_THROW(read_recording("/nowhere/at/all.json"), bad_input);
  EXPECT_THROW(read_recording(fs::temp_directory_path()), bad_input);
}

}  // namespace
}  // namespace retime::tune
