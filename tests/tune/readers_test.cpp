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
  const auto said = tests::complaint_of([&] { tune::read_recording(path); });
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
  EXPECT_EQ(a.towards, b.towards);
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

TEST(Readers, ARateIsMaximisedAndKeepsItsValues) {
  const auto read = tune::read_recording(write("rate.json", rates("4.0")));
  EXPECT_EQ(read.objective, "GFLOP/s");
  EXPECT_EQ(read.towards, direction::maximise);
  EXPECT_EQ(optimum(read), 4.0);
  EXPECT_EQ(read.value(0), 2.0);
  EXPECT_EQ(read.value_to_minimise(0), -2.0);
  EXPECT_EQ(read.trials[2].result, outcome::runtime);
  EXPECT_EQ(optimum(tune::read_recording(write("rate.json", rates("0.0")))), 2.0);

  const auto asked = tune::read_recording(scratch() / "rate.json", "", direction::minimise);
  EXPECT_EQ(optimum(asked), 0.0);
  EXPECT_EQ(asked.value_to_minimise(0), 2.0);

  auto text = rates("4.0");
  for (auto at = text.find("GFLOP/s"); at != std::string::npos; at = text.find("GFLOP/s"))
    text.replace(at, 7, "ms/step");
  EXPECT_EQ(optimum(tune::read_recording(write("step.json", text))), 2.0);
}

TEST(Readers, TheDirectionFollowsFromTheUnitOrTheName) {
  const auto maximised = [](const char* name, const char* unit) {
    return tune::direction_of(name, unit) == direction::maximise;
  };
  for (const char* unit :
       {"GFLOP/s", "items/sec", "steps/Second", "GFLOPs/W", "item/J", "TFLOPS"}) {
    EXPECT_TRUE(maximised("anything", unit)) << unit;
    EXPECT_TRUE(maximised(unit, "")) << unit;
    EXPECT_FALSE(maximised(unit, "ms")) << unit;
  }
  for (const char* unit : {"", "ms", "J", "W", "1/(GFLOP/s)", "s", "ms/step"})
    EXPECT_FALSE(maximised("time", unit)) << unit;
}

/// One result for each text of measurements; "b" counts them.
std::string correct_results(const std::vector<std::string>& measurements,
                            const std::string& objective) {
  std::string results;
  for (std::size_t b = 0; b < measurements.size(); ++b)
    results += fmt::format(R"({}{{"configuration": {{"b": {}}}, "times": {{}}, "invalidity":
      "correct", "measurements": [{}], "objectives": ["{}"]}})",
                           b > 0 ? ", " : "", b, measurements[b], objective);
  return fmt::format(R"({{"results": [{}]}})", results);
}

std::string measured(const char* name, const char* value, const char* unit) {
  return fmt::format(R"({{"name": "{}", "value": {}, "unit": "{}"}})", name, value, unit);
}

/// {"metadata": ..., "results": [...]}
std::string with_direction(const std::string& value, const std::string& results) {
  return fmt::format(R"({{"metadata": {{"objective_direction": {}}}, {})", value,
                     results.substr(1));
}

TEST(Readers, TheDirectionThatAFileSaysIsThatOfItsOwnObjective) {
  const auto results =
      correct_results({measured("launch/registers", "32", "") + ", " + measured("time", "2", "ms"),
                       measured("launch/registers", "64", "") + ", " + measured("time", "1", "ms")},
                      "launch/registers");
  const auto file = write("said.json", with_direction("\"maximize\"", results));
  EXPECT_EQ(optimum(tune::read_recording(file)), 64.0);
  EXPECT_EQ(optimum(tune::read_recording(file, "launch/registers")), 64.0);
  EXPECT_EQ(optimum(tune::read_recording(file, "", direction::minimise)), 32.0);
  EXPECT_EQ(optimum(tune::read_recording(file, "time")), 1.0);

  EXPECT_EQ(optimum(tune::read_recording(
                write("rate.json", with_direction("\"minimize\"", rates("4.0"))))),
            2.0);
  EXPECT_EQ(optimum(tune::read_recording(write("rate.json", with_direction("null", rates("4.0"))))),
            4.0);
  const auto said = complaint("up.json", with_direction("\"up\"", results));
  EXPECT_NE(said.find("/metadata/objective_direction is \"up\", not maximize or minimize"),
            std::string::npos)
      << said;
  EXPECT_NE(complaint("true.json", with_direction("true", results)), "");
}

TEST(Readers, ATimeBeyondAnyIsAFailure) {
  const auto read = tune::read_recording(write(
      "failed.json", correct_results({measured("time", "0.5", "s"), measured("time", "1e20", "s"),
                                      measured("time", "1.7976931348623157e308", "s"),
                                      measured("time", "-1.7976931348623157e308", "s")},
                                     "time")));
  EXPECT_EQ(read.unit, "s");
  EXPECT_EQ(optimum(read), 0.5);
  for (const configuration failed : {1, 2, 3}) {
    EXPECT_EQ(read.trials[failed].result, outcome::runtime);
    EXPECT_TRUE(std::isnan(read.value(failed)));
    EXPECT_NE(read.trials[failed].reason.find("'time'"), std::string::npos);
  }
  EXPECT_EQ(optimum(tune::read_recording(
                write("just.json", correct_results({measured("time", "9e19", "ns")}, "time")))),
            9e19);
}

TEST(Readers, TheLargestDoubleIsAFailureOfAnyObjective) {
  const auto read = tune::read_recording(
      write("failed.json",
            correct_results(
                {measured("energy", "1e30", "J"), measured("energy", "1.7976931348623157e308", "J"),
                 measured("energy", "-1.7976931348623157e308", "J"),
                 measured("time", "1e20", "ms") + ", " + measured("energy", "1", "J"),
                 measured("energy", "1e31", "J") + ", " +
                     measured("power", "1.7976931348623157e308", "W")},
                "energy")));
  EXPECT_EQ(optimum(read), 1e30);
  for (const configuration failed : {1, 2, 3}) {
    EXPECT_EQ(read.trials[failed].result, outcome::runtime);
    EXPECT_TRUE(std::isnan(read.value(failed)));
  }
  EXPECT_TRUE(read.trials[4].valid());
  const auto told =
      complaint("beyond.json", correct_results({measured("energy", "1e101", "J")}, "energy"));
  EXPECT_NE(told.find("1e+101"), std::string::npos) << told;
}

TEST(Readers, AnyMeasurementCanBeTheObjective) {
  const auto file =
      write("both.json",
            correct_results({measured("time", "2", "ms") + ", " + measured("energy", "3", "J"),
                             measured("time", "1", "ms") + ", " + measured("energy", "4", "J")},
                            "time"));
  EXPECT_EQ(optimum(tune::read_recording(file)), 1.0);
  EXPECT_EQ(optimum(tune::read_recording(file, "energy")), 3.0);
  EXPECT_EQ(tune::read_recording(file, "energy").unit, "J");
  const auto said = tests::complaint_of([&] { tune::read_recording(file, "beauty"); });
  EXPECT_NE(said.find("'beauty'; there are energy, time"), std::string::npos) << said;
}

TEST(Readers, FailuresKeepTheirClassAndTheirCost) {
  const auto read = tune::read_recording(data("convolution_milo_t4.json"));
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
  const auto read = tune::read_recording(data("convolution_milo_t4.json"));
  std::vector<std::pair<ordered_json, trial>> all;
  for (configuration c = 0; c < read.space.size(); ++c)
    all.emplace_back(tune::configuration_json(read.space, c), read.trials[c]);
  const auto path =
      write("back.json", tune::to_t4(all, read.objective, read.unit, read.towards).dump());
  expect_equal(read, tune::read_recording(path));
}

TEST(Readers, ReadsGzippedFiles) {
  const auto text = file_text(data("pnpoly_t4.json"));
  const auto packed = scratch() / "packed.json.gz";
  auto* out = gzopen(packed.c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  const auto whole = tune::read_recording(data("pnpoly_t4.json"));
  expect_equal(whole, tune::read_recording(packed));
  EXPECT_EQ(tune::read_recording(packed).name, "packed");

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
             "measurements": [{"name": "time", "value": -1e308}]}]})",
        R"({"results": [{"configuration": {"a": 1}, "times": {}, "invalidity": "\u001b[31m",
             "measurements": []}]})",
        R"({"metadata": 3, "results": [{}]})",
        R"({"metadata": {"timeunit": true}, "results": [{}]})", R"({"cache": {}})"})
    EXPECT_NE(complaint("fault.json", text), "") << text;
  EXPECT_THROW(tune::read_recording("/nowhere/at/all.json"), bad_input);
  EXPECT_THROW(tune::read_recording(fs::temp_directory_path()), bad_input);
}

}  // namespace
}  // namespace retime::tune
