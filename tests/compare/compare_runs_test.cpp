// Whole comparisons from run directories: verdicts, what is listed, exit status.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/compare/compare.h"
#include "harness/compare/report.h"
#include "kernels/support/bad_input.h"
#include "tests/compare/written_run.h"

namespace retime::compare {
namespace {

using nlohmann::json;

json interleaved_header() {
  auto head = header();
  head["interleave"] = {{"session", "s1"}};
  return head;
}

/// Twenty blocks about `time_ns` with a drift that both sides of a session share.
std::vector<double> drifting_blocks(double time_ns) {
  std::vector<double> blocks_ns;
  for (int i = 0; i < 20; ++i) {
    blocks_ns.push_back(time_ns * (1 + 0.02 * ((i * 7) % 20) / 20.0) * (1 + 1e-4 * (i % 3)));
  }
  return blocks_ns;
}

timing_run run_of(const scratch_folder& folder, const std::string& name, double time_ns,
                  const json& head = header()) {
  return read_timing_run(write_run(folder, name, head, {record("a", time_ns)}));
}

/// BASE and NEW, interleaved unless their headers are changed.
struct session {
  scratch_folder folder;
  json base_head = interleaved_header(), new_head = interleaved_header();
  std::vector<json> base, fresh;
  void add(const std::string& key, double slowdown) {
    base.push_back(record(key, 1e5, drifting_blocks(1e5)));
    fresh.push_back(record(key, 1e5 * (1 + slowdown), drifting_blocks(1e5 * (1 + slowdown))));
  }
  inputs read() const {
    return {.base = {read_timing_run(write_run(folder, "base", base_head, base))},
            .fresh = {read_timing_run(write_run(folder, "new", new_head, fresh))}};
  }
  comparison compared(const compare_options& options = {}) const {
    return compare_runs(read(), options);
  }
};

TEST(CompareRuns, PairedBlocksCancelTheDrift) {
  session s;
  s.add("a", 0.01);
  s.add("b", 0);
  s.add("c", -0.03);
  const auto result = s.compared();
  EXPECT_EQ(result.cases[0].word, verdict::slower);
  EXPECT_EQ(result.cases[1].word, verdict::same);
  EXPECT_EQ(result.cases[2].word, verdict::faster);
  EXPECT_EQ(result.cases[0].effect->from, evidence::paired_blocks);
  EXPECT_EQ(result.cases[0].effect->units, 20U);
  EXPECT_NEAR(percent(result.cases[0].effect->log_ratio), 1, 1e-9);
  EXPECT_EQ(exit_status_of(result, false), 1);
}

TEST(CompareRuns, WithoutASessionTheBlocksAreNoPairs) {
  session s;
  s.base_head = s.new_head = header();
  s.add("a", 0.02);
  const auto result = s.compared();
  EXPECT_EQ(result.cases.front().effect->from, evidence::assumed_drift);
  EXPECT_EQ(result.cases.front().word, verdict::undecided);
  EXPECT_EQ(exit_status_of(result, false), 0);
  EXPECT_EQ(exit_status_of(result, true), 4);
}

TEST(CompareRuns, TwoRunsAreTooFewToMeasureTheDriftButCanRaiseIt) {
  const scratch_folder folder;
  const inputs from{.base = {run_of(folder, "b1", 1e5), run_of(folder, "b2", 1.1e5)},
                    .fresh = {run_of(folder, "n", 1.2e5)}};
  const auto one = compare_runs(from, {}).cases.front();
  EXPECT_EQ(one.effect->from, evidence::assumed_drift);
  EXPECT_GE(one.effect->standard_error, std::log(1.1));  // sqrt(2) times the deviation of the two
  EXPECT_EQ(one.word, verdict::undecided);
}

TEST(CompareRuns, RunsPairedByOrder) {
  const scratch_folder folder;
  inputs from;
  for (int i = 0; i < 8; ++i) {
    const double level = 1e5 * (1 + 0.03 * (i % 4));
    const double jitter = 1 + 1e-4 * (i % 3);
    from.base.push_back(run_of(folder, fmt::format("b{}", i), level));
    from.fresh.push_back(run_of(folder, fmt::format("n{}", i), 1.02 * level * jitter));
  }
  EXPECT_EQ(compare_runs(from, {.pair_runs = true}).cases.front().word, verdict::slower);
  EXPECT_EQ(compare_runs(from, {}).cases.front().word, verdict::undecided);
  from.fresh.pop_back();
  EXPECT_THROW(compare_runs(from, {.pair_runs = true}), bad_input);
}

TEST(CompareRuns, OtherConditionsAreSaidAndNotJudgedUnlessAccepted) {
  for (const auto& [place, value, accepted] :
       {std::tuple<const char*, json, const char*>{"/device/name", "NVIDIA H100", ""},
        {"/driver", "12.8", "driver"},
        {"/runtime", "12.8", ""},
        {"/clocks/sm_max_mhz", 1500, "clock"},
        {"/ecc", false, ""}}) {
    session s;
    s.add("a", 0.5);
    s.new_head[json::json_pointer(place)] = value;
    const auto result = s.compared();
    EXPECT_EQ(result.cases.front().word, verdict::not_comparable) << place;
    ASSERT_EQ(result.gpu_differences.size(), 1U) << place;
    EXPECT_EQ(exit_status_of(result, false), 3) << place;
    EXPECT_NE(table(result).find(result.gpu_differences.front()), std::string::npos);
    for (const std::string condition : {"driver", "clock"}) {
      EXPECT_EQ(s.compared({.accepted = {condition}}).cases.front().word,
                condition == accepted ? verdict::slower : verdict::not_comparable)
          << place;
    }
  }
}

TEST(CompareRuns, ClocksThatWereReadFarApartAreNotComparableUnlessPaired) {
  const auto at = [](double clock_mhz) {
    auto one = record("a", 1e5, drifting_blocks(1e5));
    for (const double reading : {clock_mhz, clock_mhz, 300.0}) {
      one["measurement"]["states"].push_back({{"sm_clock_mhz", reading}});
    }
    return one;
  };
  for (const bool paired : {false, true}) {
    for (const double clock_mhz : {1980.0, 1900.0, 1500.0}) {
      session s;
      if (!paired) s.base_head = s.new_head = header();
      s.base = {at(1980)};
      s.fresh = {at(clock_mhz)};
      const auto one = s.compared().cases.front();
      EXPECT_EQ(one.word == verdict::not_comparable, clock_mhz == 1500.0 && !paired);
      const auto note = fmt::format("SM clock 1980 -> {:.0f} MHz", clock_mhz);
      EXPECT_EQ(std::ranges::count(one.notes, note), clock_mhz < 1980 ? 1 : 0);
      const auto accepted = s.compared({.accepted = {"clock"}}).cases.front();
      EXPECT_NE(accepted.word, verdict::not_comparable);
    }
  }
}

TEST(CompareRuns, EmulatedTimesAreNoPerformance) {
  session s;
  s.add("a", 0.5);
  s.base[0]["time_is"] = s.fresh[0]["time_is"] = "emulated";
  const auto result = s.compared();
  EXPECT_EQ(result.cases.front().word, verdict::not_comparable);
  EXPECT_FALSE(result.cases.front().effect);
  EXPECT_EQ(exit_status_of(result, false), 3);
}

TEST(CompareRuns, ListsWhatIsMissingNewOrBroken) {
  session s;
  s.add("same", 0);
  s.base.push_back(record("gone", 1e5));
  s.fresh.push_back(record("born", 1e5));
  s.add("broken", 0);
  s.fresh.back()["status"] = "incorrect";
  s.fresh.back()["reason"] = "off by one";
  s.fresh.back()["statistics"] = nullptr;
  s.add("never ran", 0);
  s.base.back()["status"] = s.fresh.back()["status"] = "constraint";
  const auto result = s.compared();
  EXPECT_EQ(result.missing, std::vector<std::string>{"gone"});
  EXPECT_EQ(result.added, std::vector<std::string>{"born"});
  ASSERT_EQ(result.failed.size(), 1U);
  EXPECT_TRUE(result.failed.front().broke);
  EXPECT_EQ(result.cases.size(), 1U);
  EXPECT_EQ(exit_status_of(result, false), 0);
  EXPECT_EQ(exit_status_of(result, true), 4);
  const auto text = table(result);
  for (const char* said : {"gone", "born", "broken: off by one"}) {
    EXPECT_NE(text.find(said), std::string::npos) << said;
  }
}

TEST(CompareRuns, NothingInCommonIsNoSuccess) {
  session s;
  s.base = {record("gone", 1e5)};
  s.fresh = {record("born", 1e5)};
  const auto result = s.compared();
  EXPECT_EQ(exit_status_of(result, false), 3);
  EXPECT_NE(table(result).find("nothing was compared"), std::string::npos);
}

TEST(CompareRuns, EqualSessionsTeachAThreshold) {
  session s;
  s.add("a", 0.01);
  auto from = s.read();
  for (int i = 0; i < 4; ++i) {  // sessions of equal code that differ by 1 % all the same
    session equal;
    equal.base_head["interleave"]["session"] = fmt::format("aa{}", i);
    equal.new_head = equal.base_head;
    equal.add("a", i % 2 == 0 ? 0.01 : -0.01);
    const auto both = equal.read();
    from.equal.insert(from.equal.end(), {both.base[0], both.fresh[0]});
  }
  const auto one = compare_runs(from, {}).cases.front();
  EXPECT_EQ(one.word, verdict::undecided);
  EXPECT_NEAR(one.effect->standard_error, 0.01, 1e-3);
  EXPECT_EQ(one.notes, std::vector<std::string>{"spread of A/A sessions"});
}

TEST(CompareRuns, CorrectionHoldsOverAllCases) {
  // p of a lone case is just under alpha; 200 equal cases beside it make it a coincidence.
  session s;
  for (int i = 0; i < 200; ++i) s.add(fmt::format("equal {:03}", i), 0);
  auto wide = drifting_blocks(1e5);
  for (std::size_t i = 0; i < wide.size(); ++i)
    wide[i] *= 1.02 + 0.0125 * (static_cast<double>(i % 5) - 2);
  s.base.push_back(record("odd", 1e5, drifting_blocks(1e5)));
  s.fresh.push_back(record("odd", 1.02e5, wide));
  const auto word_of = [&](correction how) {
    const auto cases = s.compared({.correct = how}).cases;
    return std::ranges::find(cases, "odd", &case_result::key)->word;
  };
  EXPECT_EQ(word_of(correction::none), verdict::slower);
  EXPECT_EQ(word_of(correction::holm), verdict::undecided);
  EXPECT_EQ(word_of(correction::benjamini_hochberg), verdict::undecided);
}

}  // namespace
}  // namespace retime::compare
