// Whole comparisons from run directories: verdicts, what is listed, exit status.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "harness/gate/compare.h"
#include "harness/gate/report.h"
#include "kernels/support/bad_input.h"
#include "tests/gate/written_run.h"

namespace retime::gate {
namespace {

using nlohmann::json;

json interleaved_header() {
  auto head = header();
  head["interleave"] = {{"session", "s1"}};
  return head;
}

json taken_later(json head, int minute = 1) {
  head["utc"] = fmt::format("2026-11-21T03:{:02}:00Z", minute);
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

gate::timing_run run_of(const scratch_folder& folder, const std::string& name, double time_ns) {
  auto head = header();
  head["utc"] = name;  // another moment, so no copy of another run
  return gate::read_timing_run(write_run(folder, name, head, {record("a", time_ns)}));
}

json with_processes(json processes_record, const std::vector<double>& medians_ns) {
  for (std::size_t i = 0; i < medians_ns.size(); ++i) {
    const double median_ns = medians_ns[i];
    processes_record["measurement"]["processes"].push_back({{"round", i},
                                                            {"samples", 3},
                                                            {"median_ns", median_ns},
                                                            {"ci_low_ns", 0.999 * median_ns},
                                                            {"ci_high_ns", 1.001 * median_ns}});
  }
  return processes_record;
}

/// BASE and NEW, interleaved unless their headers are changed.
struct session {
  scratch_folder folder;
  json base_head = interleaved_header(), new_head = taken_later(interleaved_header());
  std::vector<json> base, new_records;
  void add(const std::string& key, double slowdown) {
    base.push_back(record(key, 1e5, drifting_blocks(1e5)));
    new_records.push_back(record(key, 1e5 * (1 + slowdown), drifting_blocks(1e5 * (1 + slowdown))));
  }
  inputs read() const {
    return {.base = {gate::read_timing_run(write_run(folder, "base", base_head, base))},
            .new_runs = {gate::read_timing_run(write_run(folder, "new", new_head, new_records))}};
  }
  comparison compared(const gate::compare_options& options = {}) const {
    return gate::compare_runs(read(), options);
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
  EXPECT_EQ(result.cases[0].effect->basis, evidence::paired_blocks);
  EXPECT_EQ(result.cases[0].effect->units, 20U);
  EXPECT_NEAR(percent(result.cases[0].effect->log_ratio), 1, 1e-9);
  EXPECT_EQ(gate::exit_status_of(result, false), 1);
}

TEST(CompareRuns, WithoutASessionTheBlocksAreNoPairs) {
  session s;
  s.base_head = header();
  s.new_head = taken_later(header());
  s.add("a", 0.5);
  const auto result = s.compared();
  EXPECT_EQ(result.cases.front().effect->basis, evidence::one_process_each);
  EXPECT_NEAR(percent(result.cases.front().effect->log_ratio), 50, 1e-9);
  EXPECT_EQ(result.cases.front().word, verdict::undecided);
  EXPECT_EQ(result.too_seldom(), 1U);
  EXPECT_TRUE(decided(result).empty());
  EXPECT_EQ(gate::exit_status_of(result, false), 0);
  EXPECT_EQ(gate::exit_status_of(result, true), 4);
}

TEST(CompareRuns, ProcessesOfTwoRunsAreTheirUnits) {
  const scratch_folder folder;
  const auto side = [&](const std::string& name, double time_ns, int minute) {
    std::vector<double> medians_ns;
    for (int i = 0; i < 10; ++i) medians_ns.push_back(time_ns * (1 + 1e-3 * (i % 3)));
    const auto processes_record = with_processes(record("a", time_ns), medians_ns);
    return gate::read_timing_run(
        write_run(folder, name, taken_later(header(), minute), {processes_record}));
  };
  const auto result =
      gate::compare_runs({.base = {side("b", 1e5, 1)}, .new_runs = {side("n", 1.03e5, 2)}}, {})
          .cases.front();
  EXPECT_EQ(result.effect->basis, evidence::processes);
  EXPECT_EQ(result.effect->units, 20U);
  EXPECT_EQ(result.word, verdict::slower);
  EXPECT_NEAR(result.new_ns / result.base_ns, 1.03, 1e-9);
}

/// A session as `ab` writes it: one run of each program, pairs by round.
inputs looked_at_session(const scratch_folder& folder, int rounds, double slowdown) {
  auto head = interleaved_header();
  head["interleave"]["looked_at"] = true;
  std::vector<double> base_ns, new_ns;
  for (int i = 0; i < rounds; ++i) {
    const double level = 1e5 * (1 + 0.03 * (i % 4));
    base_ns.push_back(level);
    new_ns.push_back((1 + slowdown) * level * (1 + 1e-4 * (i % 3)));
  }
  const auto read = [&](const char* name, const std::vector<double>& times_ns, const json& header) {
    return gate::read_timing_run(
        write_run(folder, name, header, {with_processes(record("a", 1e5), times_ns)}));
  };
  return {.base = {read("b", base_ns, head)}, .new_runs = {read("n", new_ns, taken_later(head))}};
}

TEST(CompareRuns, ASessionThatWasLookedAtIsJudgedAtItsLooks) {
  for (const auto& [rounds, units, word] :
       {std::tuple<int, std::size_t, verdict>{1, 1, verdict::undecided},
        {7, 7, verdict::undecided},
        {8, 8, verdict::slower},
        {9, 8, verdict::slower},
        {10, 10, verdict::slower}}) {
    const scratch_folder folder;
    const auto result = gate::compare_runs(looked_at_session(folder, rounds, 0.02), {});
    const auto& entry = result.cases.front();
    EXPECT_EQ(entry.effect->basis, evidence::paired_processes);
    EXPECT_EQ(entry.effect->units, units) << rounds;
    EXPECT_EQ(entry.word, word) << rounds;
    EXPECT_EQ(decided(result).contains("a"), word == verdict::slower);
    EXPECT_EQ(entry.effect->share < 1, rounds >= 8);
  }
}

TEST(CompareRuns, PairsOfASessionOfAFixedLengthNeedNoLook) {
  const scratch_folder folder;
  auto runs = looked_at_session(folder, 9, 0);
  runs.base[0].looked_at = runs.new_runs[0].looked_at = false;
  const auto result = gate::compare_runs(runs, {}).cases.front();
  EXPECT_EQ(result.effect->units, 9U);
  EXPECT_EQ(result.effect->share, 1);
  EXPECT_EQ(result.word, verdict::same);
}

TEST(CompareRuns, FewPairsAreNotTrustedToAgree) {
  const scratch_folder folder;
  inputs runs;
  for (int i = 0; i < 7; ++i) {
    runs.base.push_back(run_of(folder, fmt::format("b{}", i), 1e5 * (1 + 0.03 * i)));
    runs.new_runs.push_back(run_of(folder, fmt::format("n{}", i), 1.001e5 * (1 + 0.03 * i)));
  }
  const auto result = gate::compare_runs(runs, {.pair_runs = true}).cases.front();
  EXPECT_NEAR(result.effect->standard_error, 0.01 / std::sqrt(7.0), 1e-12);
  EXPECT_EQ(result.word, verdict::undecided);
  EXPECT_TRUE(result.few_units);
}

TEST(CompareRuns, ARunAgainstItselfIsUndecidedAndSaidSo) {
  session s;
  s.new_head = s.base_head;
  s.add("a", 0);
  const auto result = s.compared({.margin = 0.5});
  EXPECT_EQ(result.cases.front().word, verdict::undecided);
  ASSERT_EQ(result.copies.size(), 1U);
  const auto last_line = result.copies.front() + "\n";
  EXPECT_NE(last_line.find("one and the same run"), std::string::npos);
  EXPECT_TRUE(table(result).ends_with(last_line));
}

TEST(CompareRuns, RunsPairedByOrder) {
  const scratch_folder folder;
  inputs runs;
  for (int i = 0; i < 8; ++i) {
    const double level = 1e5 * (1 + 0.03 * (i % 4));
    const double jitter = 1 + 1e-4 * (i % 3);
    runs.base.push_back(run_of(folder, fmt::format("b{}", i), level));
    runs.new_runs.push_back(run_of(folder, fmt::format("n{}", i), 1.02 * level * jitter));
  }
  EXPECT_EQ(gate::compare_runs(runs, {.pair_runs = true}).cases.front().word, verdict::slower);
  EXPECT_EQ(gate::compare_runs(runs, {}).cases.front().word, verdict::undecided);
  runs.new_runs.pop_back();
  EXPECT_THROW(gate::compare_runs(runs, {.pair_runs = true}), bad_input);
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
    EXPECT_EQ(gate::exit_status_of(result, false), 3) << place;
    EXPECT_NE(table(result).find(result.gpu_differences.front()), std::string::npos);
    for (const std::string condition : {"driver", "clock"}) {
      EXPECT_EQ(s.compared({.accepted = {condition}}).cases.front().word,
                condition == accepted ? verdict::slower : verdict::not_comparable)
          << place;
    }
  }
}

TEST(CompareRuns, ClocksThatWereReadFarApartAreNotComparableUnlessPaired) {
  const auto at_clock = [](double clock_mhz) {
    auto timed = record("a", 1e5, drifting_blocks(1e5));
    for (const double reading : {clock_mhz, clock_mhz, 300.0}) {
      timed["measurement"]["states"].push_back({{"sm_clock_mhz", reading}});
    }
    return timed;
  };
  for (const bool paired : {false, true}) {
    for (const double clock_mhz : {1980.0, 1900.0, 1500.0}) {
      session s;
      if (!paired) {
        s.base_head = header();
        s.new_head = taken_later(header());
      }
      s.base = {at_clock(1980)};
      s.new_records = {at_clock(clock_mhz)};
      const auto result = s.compared().cases.front();
      EXPECT_EQ(result.word == verdict::not_comparable, clock_mhz == 1500.0 && !paired);
      const auto note = fmt::format("SM clock 1980 -> {:.0f} MHz", clock_mhz);
      EXPECT_EQ(std::ranges::count(result.notes, note), clock_mhz < 1980 ? 1 : 0);
      const auto accepted = s.compared({.accepted = {"clock"}}).cases.front();
      EXPECT_NE(accepted.word, verdict::not_comparable);
    }
  }
}

TEST(CompareRuns, EmulatedTimesAreNoPerformance) {
  session s;
  s.add("a", 0.5);
  s.base[0]["time_is"] = s.new_records[0]["time_is"] = "emulated";
  const auto result = s.compared();
  EXPECT_EQ(result.cases.front().word, verdict::not_comparable);
  EXPECT_FALSE(result.cases.front().effect);
  EXPECT_EQ(gate::exit_status_of(result, false), 3);
}

TEST(CompareRuns, ListsWhatIsMissingNewOrBroken) {
  session s;
  s.add("same", 0);
  s.base.push_back(record("gone", 1e5));
  s.new_records.push_back(record("born", 1e5));
  s.add("broken", 0);
  s.new_records.back()["status"] = "incorrect";
  s.new_records.back()["reason"] = "off by one";
  s.new_records.back()["statistics"] = nullptr;
  s.add("never ran", 0);
  s.base.back()["status"] = s.new_records.back()["status"] = "constraint";
  const auto result = s.compared();
  EXPECT_EQ(result.missing, std::vector<std::string>{"gone"});
  EXPECT_EQ(result.added, std::vector<std::string>{"born"});
  ASSERT_EQ(result.failed.size(), 1U);
  EXPECT_TRUE(result.failed.front().broke);
  EXPECT_EQ(result.cases.size(), 1U);
  EXPECT_EQ(gate::exit_status_of(result, false), 1);
  EXPECT_EQ(gate::exit_status_of(result, true), 1);
  const auto text = table(result);
  for (const char* said : {"gone", "born", "broken: off by one"}) {
    EXPECT_NE(text.find(said), std::string::npos) << said;
  }
}

TEST(CompareRuns, OnlyWhatWasRightAndIsWrongFailsTheGate) {
  const auto status_after = [](const char* was, const char* is) {
    session s;
    s.add("same", 0);
    s.add("other", 0);
    s.base.back()["status"] = was;
    s.new_records.back()["status"] = is;
    return gate::exit_status_of(s.compared(), false);
  };
  for (const char* wrong :
       {"incorrect", "runtime_error", "compile_error", "out_of_memory", "timeout"}) {
    EXPECT_EQ(status_after("correct", wrong), 1) << wrong;
    EXPECT_EQ(status_after(wrong, "correct"), 0) << wrong;
    EXPECT_EQ(status_after(wrong, "incorrect"), 0) << wrong;
  }
  EXPECT_EQ(status_after("correct", "constraint"), 0);
  session verified;  // without being timed
  verified.add("same", 0);
  verified.add("other", 0);
  verified.new_records.back()["statistics"] = nullptr;
  EXPECT_EQ(gate::exit_status_of(verified.compared(), false), 0);
  verified.base.back()["statistics"] = nullptr;
  verified.new_records.back()["status"] = "incorrect";
  EXPECT_EQ(gate::exit_status_of(verified.compared(), false), 1);
}

TEST(CompareRuns, NothingInCommonIsNoSuccess) {
  session s;
  s.base = {record("gone", 1e5)};
  s.new_records = {record("born", 1e5)};
  const auto result = s.compared();
  EXPECT_EQ(gate::exit_status_of(result, false), 3);
  EXPECT_NE(table(result).find("nothing was compared"), std::string::npos);
}

TEST(CompareRuns, EqualSessionsTeachAThreshold) {
  session s;
  s.add("a", 0.01);
  auto runs = s.read();
  for (int i = 0; i < 4; ++i) {  // sessions of equal code that differ by 1 % all the same
    session equal;
    equal.base_head["interleave"]["session"] = fmt::format("aa{}", i);
    equal.base_head["utc"] = fmt::format("a{}", i);
    equal.new_head = equal.base_head;
    equal.add("a", i % 2 == 0 ? 0.01 : -0.01);
    const auto both = equal.read();
    runs.equal.insert(runs.equal.end(), {both.base[0], both.new_runs[0]});
  }
  const auto result = gate::compare_runs(runs, {}).cases.front();
  EXPECT_EQ(result.word, verdict::undecided);
  EXPECT_NEAR(result.effect->standard_error, 0.01, 1e-3);
  EXPECT_EQ(result.notes.back(), "spread of A/A sessions");
}

TEST(CompareRuns, CorrectionHoldsOverAllCases) {
  // p of a lone case is just under alpha; 200 equal cases beside it make it a coincidence.
  session s;
  for (int i = 0; i < 200; ++i) s.add(fmt::format("equal {:03}", i), 0);
  auto wide = drifting_blocks(1e5);
  for (std::size_t i = 0; i < wide.size(); ++i)
    wide[i] *= 1.02 + 0.0125 * (static_cast<double>(i % 5) - 2);
  s.base.push_back(record("odd", 1e5, drifting_blocks(1e5)));
  s.new_records.push_back(record("odd", 1.02e5, wide));
  const auto word_of = [&](correction method) {
    const auto cases = s.compared({.correct = method}).cases;
    return std::ranges::find(cases, "odd", &gate::case_result::key)->word;
  };
  EXPECT_EQ(word_of(correction::none), verdict::slower);
  EXPECT_EQ(word_of(correction::holm), verdict::undecided);
  EXPECT_EQ(word_of(correction::benjamini_hochberg), verdict::undecided);
}

}  // namespace
}  // namespace retime::gate
