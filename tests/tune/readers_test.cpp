#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>

#include "harness/tune/formats.h"
#include "kernels/support/bad_input.h"
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
  try {
    read_recording(path);
  } catch (const bad_input& problem) {
    EXPECT_EQ(std::string(problem.what()).find(path.string()), 0U) << problem.what();
    EXPECT_EQ(std::string(problem.what()).find('\n'), std::string::npos) << problem.what();
    return problem.what();
  }
  return "";
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

TEST(Readers, CacheAndT4OfTheSameSpaceAreEqual) {
  expect_equal(read_recording(data("pnpoly_t4.json")), read_recording(data("pnpoly_cache.json")));
  expect_equal(read_recording(data("convolution_milo_t4.json")),
               read_recording(data("convolution_milo_cache.json")));
}

std::string rates(const std::string& second) {
  return R"({"objective": "GFLOP/s", "tune_params_keys": ["b"], "tune_params": {"b": [1, 2, 3]},
    "cache": {"1": {"b": 1, "time": 8.0, "GFLOP/s": 2.0}, "2": {"b": 2, "time": 4.0, "GFLOP/s": )" +
         second + R"(}, "3": {"b": 3, "time": "RuntimeFailedConfig"}}})";
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

TEST(Readers, KttOfTheSameSpaceHasTheSameTimes) {
  const auto ours = read_recording(data("pnpoly_t4.json"));
  const auto ktt = read_recording(data("pnpoly_ktt.json"));
  ASSERT_EQ(ours.space.size(), ktt.space.size());
  // KTT names the parameters in capitals, has one more of a single value, and counts microseconds.
  const auto& names = ktt.space.parameters();
  for (configuration c = 0; c < ktt.space.size(); ++c) {
    std::vector<code> codes;
    for (const auto& along : ours.space.parameters()) {
      for (std::size_t axis = 0; axis < names.size(); ++axis) {
        std::string lower;
        for (const char letter : names[axis].name)
          lower += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        if (lower == along.name) codes.push_back(ktt.space.codes(c)[axis]);
      }
    }
    const auto same = ours.space.find(codes);
    ASSERT_TRUE(same);
    EXPECT_NEAR(ktt.value(c), ours.value(*same), 1e-9 * ours.value(*same));
  }
  EXPECT_NEAR(ktt.optimum(), ours.optimum(), 1e-9);
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
  std::vector<std::pair<configuration, trial>> all;
  for (configuration c = 0; c < read.space.size(); ++c) all.emplace_back(c, read.trials[c]);
  const auto path = write("back.json", to_t4(read.space, all, read.objective, read.unit).dump());
  expect_equal(read, read_recording(path));
}

TEST(Readers, ReadsGzippedFilesAndOpenCaches) {
  const auto text = file_text(data("pnpoly_cache.json"));
  const auto packed = scratch() / "cache.json.gz";
  auto* out = gzopen(packed.c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  const auto whole = read_recording(data("pnpoly_cache.json"));
  expect_equal(whole, read_recording(packed));
  EXPECT_EQ(read_recording(packed).name, "cache");

  const auto bytes = file_text(packed);
  EXPECT_NE(complaint("cut.gz", bytes.substr(0, bytes.size() / 2)).find("truncated"),
            std::string::npos);
  // While Kernel Tuner runs, its cache ends in a comma where the closing braces will be.
  expect_equal(whole, read_recording(write("open.json", text.substr(0, text.rfind("}}")) + ",\n")));
}

TEST(Readers, ADefinitionNamesWhatTheRecordingLacks) {
  const auto whole = enumerate({{"a", {1, 2, 3}}}, {});
  const auto path = write("part.json", R"({"results": [
    {"configuration": {"a": 1}, "times": {}, "invalidity": "correct",
     "measurements": [{"name": "time", "value": 2, "unit": "s"}]},
    {"configuration": {"a": 3}, "times": {}, "invalidity": "timeout", "measurements": []}]})");
  const auto read = read_recording(path, "time", &whole);
  EXPECT_EQ(read.trials[0].objective, 2000);
  EXPECT_EQ(read.trials[1].result, outcome::constraints);
  EXPECT_EQ(read.trials[2].result, outcome::timeout);
  const auto other = enumerate({{"b", {1, 2}}}, {});
  EXPECT_THROW(read_recording(path, "time", &other), bad_input);
}

TEST(Readers, EachFaultIsOneLineThatNamesTheFile) {
  const auto whole = file_text(data("pnpoly_t4.json"));
  EXPECT_NE(complaint("malformed.json", "{\"results\": [,]}").find("malformed"), std::string::npos);
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
        R"({"cache": {}})", R"({"cache": {"1": {"a": 1}}, "tune_params_keys": ["a"]})",
        R"({"Results": [], "Metadata": {}})", R"({"Results": [{}], "Metadata": {}})"})
    EXPECT_NE(complaint("fault.json", text), "") << text;
  EXPECT_THROW(read_recording("/nowhere/at/all.json"), bad_input);
  EXPECT_THROW(read_recording(fs::temp_directory_path()), bad_input);
}

space read_written(const std::string& parameters, const std::string& conditions) {
  return read_t1_file(write("t1.json",
                            "{\"KernelSpecification\": {}, \"ProblemSize\": 3, "
                            "\"ConfigurationSpace\": {\"TuningParameters\": " +
                                parameters + ", \"Conditions\": " + conditions + "}}"));
}

TEST(T1, ToleratesKeysBeyondTheSchemaAndNamesFaults) {
  const std::string a = R"([{"Name": "a", "Type": "int", "Values": "[1, 2, 3]", "Default": 1}])";
  const auto condition = [](const std::string& text, const std::string& parameter = "a") {
    return R"([{"Extra": 1, "Expression": ")" + text + R"(", "Parameters": [")" + parameter +
           "\"]}]";
  };
  const auto flag = R"t1([{"Name": "f", "Type": "bool", "Values": "[True, False]"}])t1";
  EXPECT_EQ(read_written(a, condition("a > 1")).size(), 2U);
  EXPECT_EQ(read_written(flag, "[]").size(), 2U);
  EXPECT_THROW(read_written(a, condition("a >")), bad_input);
  EXPECT_THROW(read_written(a, condition("a > 1", "b")), bad_input);
  EXPECT_THROW(read_written(a, condition("__import__('os').abort()")), bad_input);
  EXPECT_THROW(read_written(a, condition("a > 3")), bad_input);
  EXPECT_THROW(read_written(a, "3"), bad_input);
  EXPECT_THROW(read_written("3", "[]"), bad_input);
  EXPECT_THROW(read_written(R"t1([{"Name": "a", "Values": "open('x')"}])t1", "[]"), bad_input);
  EXPECT_THROW(read_written(R"t1([{"Name": "a", "Values": "[]"}])t1", "[]"), bad_input);
}

}  // namespace
}  // namespace retime::tune
