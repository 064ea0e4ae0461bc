// One file a tuning space, one result a configuration. That Kernel Tuner itself replays its cache:
// tests/python/test_export_spaces.py.
#include "harness/exports/tuning_spaces.h"

#include <gtest/gtest.h>

#include "kernels/support/bad_input.h"
#include "tests/exports/cases.h"

namespace retime::exports {
namespace {

using plain_json = nlohmann::json;

plain_json in_role(plain_json of, const std::string& role) {
  of["tuning_history"] = {{"role", role}, {"strategy", "default"}};
  return of;
}

const char* const outcomes[] = {"incorrect",     "constraint",    "compile_error",
                                "runtime_error", "out_of_memory", "timeout"};

/// A configuration of 20 us, then one of each outcome that has no time.
recorded_run one_of_each() {
  std::vector<plain_json> records{made::timed(32, 2e4)};
  int block = 64;
  for (const char* outcome : outcomes) records.push_back(made::failed(block++, outcome));
  return made::run_of(records);
}

exports::recorded_space only_space_of(const recorded_run& run) {
  const auto spaces = exports::tuning_spaces(run);
  EXPECT_EQ(spaces.size(), 1U);
  EXPECT_EQ(spaces.at(0).unfit, "");
  return spaces.at(0);
}

TEST(TuningSpaces, FinalsGoBeforeTheWinnerAndTheSearch) {
  const auto run =
      made::run_of({in_role(made::timed(32, 100), "search"), in_role(made::timed(64, 90), "search"),
                    in_role(made::timed(32, 80), "final"), in_role(made::timed(64, 85), "final"),
                    in_role(made::timed(32, 95), "winner")});
  const auto space = only_space_of(run);
  ASSERT_EQ(space.cases.size(), 2U);
  EXPECT_EQ(space.cases[0]->times->stats.median_ns, 80);
  EXPECT_EQ(space.cases[1]->times->stats.median_ns, 85);
}

TEST(TuningSpaces, AreToldApartByTheWorkloadAlone) {
  auto other = made::timed(32, 1);
  other["axes"]["occupancy"] = 0.35;
  const auto run = made::run_of({made::timed(32, 1), made::timed(64, 1), other});
  const auto spaces = exports::tuning_spaces(run);
  ASSERT_EQ(spaces.size(), 2U);
  EXPECT_EQ(spaces[0].cases.size(), 2U);
  EXPECT_EQ(exports::short_names({spaces[0].problem, spaces[1].problem}),
            (std::vector<std::string>{"carpet/c_compact/occupancy=0.093",
                                      "carpet/c_compact/occupancy=0.35"}));
}

TEST(TuningSpaces, OfTheEmulationAreUnfit) {
  auto emulated = made::timed(32, 1e9);
  emulated["time_is"] = "emulated";
  const auto run = made::run_of({emulated, made::failed(64, "constraint")});
  const auto spaces = exports::tuning_spaces(run);
  ASSERT_EQ(spaces.size(), 1U);
  EXPECT_NE(spaces[0].unfit.find("emulated"), std::string::npos) << spaces[0].unfit;
}

TEST(TuningSpaces, LeaveOutWhatWasVerifiedAndNotTimed) {
  auto verified = made::timed(64, 1);
  for (const char* part : {"statistics", "measurement"}) verified[part] = nullptr;
  verified["samples_ns"] = plain_json::array();
  const auto run = made::run_of({made::timed(32, 1), verified});
  EXPECT_EQ(only_space_of(run).cases.size(), 1U);
}

TEST(TuningSpaces, NeedATuningAxisThatTheCaseHas) {
  auto plain = made::timed(32, 1);
  plain["tuning"] = plain_json::array();
  EXPECT_THROW(exports::tuning_spaces(made::run_of({plain})), bad_input);
  plain["tuning"] = {"absent"};
  EXPECT_THROW(exports::tuning_spaces(made::run_of({plain})), bad_input);
}

TEST(T4, OneResultForEachConfiguration) {
  const auto run = one_of_each();
  const auto root = made::document("t4", run, only_space_of(run));
  EXPECT_EQ(root["schema_version"], "1.0.0");
  EXPECT_EQ(root["metadata"]["timeunit"], "milliseconds");
  ASSERT_EQ(root["results"].size(), 7U);
  const auto& one = root["results"][0];
  EXPECT_EQ(one["configuration"].dump(), R"({"block":32})");
  EXPECT_EQ(one["times"]["runtimes"].size(), 3U);
  EXPECT_DOUBLE_EQ(one["times"]["framework"], 3);
  EXPECT_DOUBLE_EQ(one["times"]["validation"], 5);
  EXPECT_DOUBLE_EQ(one["measurements"][0]["value"], 0.02);
  const char* words[] = {"correct", "correctness", "constraints", "compile",
                         "runtime", "runtime",     "timeout"};
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(root["results"][i]["invalidity"], words[i]);
    EXPECT_EQ(root["results"][i]["correctness"], i == 0 ? 1 : 0);
  }
}

TEST(KernelTunerCache, HasAWordForEachFailure) {
  const auto run = one_of_each();
  const auto root = made::document("kernel-tuner-cache", run, only_space_of(run));
  EXPECT_EQ(root["device_name"], "NVIDIA H200");
  EXPECT_EQ(root["kernel_name"], "c_compact");
  EXPECT_EQ(root["problem_size"].dump(), "[1]") << "this case has no axis steps";
  EXPECT_EQ(root["tune_params_keys"].dump(), R"(["block"])");
  EXPECT_EQ(root["tune_params"].dump(), R"({"block":[32,64,65,66,67,68,69]})");
  const auto& cache = root["cache"];
  ASSERT_EQ(cache.size(), 7U);
  EXPECT_EQ(cache["32"]["block"], 32);
  EXPECT_DOUBLE_EQ(cache["32"]["time"], 0.02);
  EXPECT_EQ(cache["32"]["times"].size(), 3U);
  const char* words[] = {"RuntimeFailedConfig", "InvalidConfig",       "CompilationFailedConfig",
                         "RuntimeFailedConfig", "RuntimeFailedConfig", "RuntimeFailedConfig"};
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(cache[std::to_string(64 + i)]["time"], words[i]) << outcomes[i];
}

TEST(KernelTunerCache, SaysTheProblemSizeAndTheTuningAxesInTheirOwnOrder) {
  auto one = made::timed(32, 1);
  one["axes"]["steps"] = 500;
  one["axes"]["a"] = "graph";
  one["tuning"] = {"block", "a"};
  const auto run = made::run_of({one});
  const auto root = made::document("kernel-tuner-cache", run, only_space_of(run));
  EXPECT_EQ(root["problem_size"].dump(), "[500]");
  EXPECT_EQ(root["tune_params_keys"].dump(), R"(["block","a"])");
  EXPECT_TRUE(root["cache"].contains("32,graph")) << root["cache"].dump();
}

TEST(KernelTunerCache, TakesNoAxisForAField) {
  auto one = made::timed(32, 1);
  one["axes"]["time"] = 1;
  one["tuning"] = {"block", "time"};
  const auto run = made::run_of({one});
  const auto spaces = exports::tuning_spaces(run);
  EXPECT_THROW(made::document("kernel-tuner-cache", run, spaces.at(0)), bad_input);
}

TEST(ShortNames, HoldWhatDiffersWithinAVariant) {
  const std::vector<exports::named_problem> problems = {
      {"f/a", {{"n", std::int64_t{1}}, {"seed", std::int64_t{7}}, {"file", std::string("/x/y")}}},
      {"f/a", {{"n", std::int64_t{2}}, {"seed", std::int64_t{7}}, {"file", std::string("../z")}}},
      {"f/b", {{"n", std::int64_t{3}}}}};
  const auto names = exports::short_names(problems);
  EXPECT_EQ(names, (std::vector<std::string>{"f/a/file=/x/y/n=1", "f/a/file=../z/n=2", "f/b"}));
  EXPECT_EQ(
      exports::file_names(names),
      (std::vector<std::string>{"f_a_file=_x_y_n=1.json", "f_a_file=.._z_n=2.json", "f_b.json"}));
}

TEST(FileNames, AreSafeShortAndUnique) {
  const std::string longest(5000, 'n');
  const auto files =
      exports::file_names({"../a b", "..:a b", "-r\n\xc3\xa4", longest + "1", longest + "2"});
  EXPECT_EQ(files[0], "_._a_b.json");
  EXPECT_EQ(files[1], "_._a_b-2.json");
  EXPECT_EQ(files[2], "_r___.json");
  EXPECT_NE(files[3], files[4]);
  EXPECT_LT(files[4].size(), 220U);
}

TEST(FirstFew, AreFive) {
  EXPECT_EQ(exports::first_few({"a", "b"}), "a, b");
  EXPECT_EQ(exports::first_few({"a", "b", "c", "d", "e", "f", "g"}), "a, b, c, d, e and 2 more");
}

}  // namespace
}  // namespace retime::exports
