// The order in which boards measure cases; what is measured is made up.
#include "harness/sweep/processes/board_sweep.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/registry/sweep.h"
#include "tests/sweep/process_record.h"

namespace retime::sweep {
namespace {

using nlohmann::json;

constexpr double no_limit = 1e9;

class BoardSweep : public ::testing::Test {
 protected:
  const gate::scratch_folder folder;
  run_directory into = run_directory::create(folder / "run", gate::header());
  // Three inputs of five variants each, but for the first.
  const std::vector<benchmark_case> cases =
      expand({.filter = "^cahn_hilliard/(a_global|b_shared)/",
              .axes = {parse_axis_setting("n=16,32,64"), parse_axis_setting("steps=1")}});
  sweep::sweep_run_options options{.processes = exactly(2, 1, 0.01)};

  /// The answer of a worker to which the case took so long.
  static cases::worker_reply measured(const benchmark_case& benchmark, double median_ns = 1e6) {
    json record = process_record(median_ns);
    record["key"] = benchmark.key;
    return {.answer = {{"record", record}}};
  }

  struct step {
    std::string key;
    std::size_t process;
    bool fresh;
    bool operator==(const step&) const = default;
  };
  /// All that the board measures from here on.
  static std::vector<step> run(sweep::board_sweep& board) {
    std::vector<step> steps;
    while (const auto turn = board.next()) {
      steps.push_back({turn->next->key, turn->process, board.wants_fresh_process(*turn)});
      board.take(*turn, measured(*turn->next));
    }
    return steps;
  }
  std::vector<json> records() const {
    std::vector<json> all;
    std::ifstream in(folder / "run" / "records.jsonl");
    for (std::string line; std::getline(in, line);) all.push_back(json::parse(line));
    return all;
  }
};

TEST_F(BoardSweep, EachProcessTakesItsTurnThroughAllCases) {
  sweep::case_pool pool(sweep::one_group(cases));
  sweep::board_sweep board(pool, into, options, "", no_limit);
  const auto steps = run(board);
  ASSERT_EQ(steps.size(), 2 * cases.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::size_t process = i / cases.size(), place = i % cases.size();
    EXPECT_EQ(steps[i], (step{cases[place].key, process, process == 1 && place == 0})) << i;
  }
  EXPECT_EQ(records().size(), cases.size());
}

TEST_F(BoardSweep, OnlyInputsThatAreKnownToBeShortAreCalledSo) {
  options.short_inputs = {cases.front().workload_key};
  sweep::case_pool pool(sweep::one_group(cases));
  sweep::board_sweep board(pool, into, options, "", no_limit);
  std::map<std::string, bool> called_short;
  while (const auto turn = board.next()) {
    called_short[turn->next->workload_key] = board.request(*turn).at("short_input");
    board.take(*turn, measured(*turn->next));
  }
  ASSERT_EQ(called_short.size(), 3U);
  for (const auto& [input, is_short] : called_short)
    EXPECT_EQ(is_short, input == cases.front().workload_key) << input;
}

/// The input that the request names for its process to make meanwhile; empty: none.
std::string made_meanwhile(const json& request) {
  return request.at("next").is_null() ? "" : case_from(request["next"]).workload_key;
}

TEST_F(BoardSweep, TheNextInputIsMadeWhileTheLastCaseOnThisOneIsMeasured) {
  options.processes = exactly(1, 1, 0.01);
  options.short_inputs = {cases.at(4).workload_key};  // the third: too short for it
  sweep::case_pool pool(sweep::groups_by_input(cases, {}));
  std::vector<std::string> inputs, meanwhile;
  sweep::board_sweep board(pool, into, options, "GPU-1", no_limit);
  while (const auto turn = board.next()) {
    board.look_ahead();
    inputs.push_back(turn->next->workload_key);
    meanwhile.push_back(made_meanwhile(board.request(*turn)));
    board.take(*turn, measured(*turn->next));
  }
  ASSERT_EQ(inputs.size(), 6U);
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool is_last = i % 2 == 1 && i + 1 < inputs.size();
    const bool is_long = is_last && inputs[i + 1] != cases.at(4).workload_key;
    expected.push_back(is_long ? inputs[i + 1] : "");
  }
  EXPECT_EQ(meanwhile, expected);
}

TEST_F(BoardSweep, NoInputIsMadeBeforeTheLastCaseOnTheOneBefore) {
  sweep::case_pool pool(sweep::one_group(cases));
  sweep::board_sweep board(pool, into, options, "GPU-1", no_limit);
  std::vector<std::string> inputs, meanwhile;
  while (const auto turn = board.next()) {
    board.look_ahead();
    inputs.push_back(turn->next->workload_key);
    meanwhile.push_back(made_meanwhile(board.request(*turn)));
    board.take(*turn, measured(*turn->next));
  }
  ASSERT_EQ(inputs.size(), 2 * cases.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool goes_on = (i + 1) % cases.size() != 0 && inputs[i + 1] != inputs[i];
    EXPECT_EQ(meanwhile[i], goes_on ? inputs[i + 1] : "") << i;
  }
}

TEST_F(BoardSweep, NoGroupIsTakenAheadOfTheProcessesThatCasesMayNeed) {
  sweep::case_pool pool(sweep::groups_by_input(cases, {}));
  sweep::board_sweep board(pool, into, options, "GPU-1", 0);
  while (const auto turn = board.next()) {
    board.look_ahead();
    EXPECT_EQ(made_meanwhile(board.request(*turn)), "");
    board.take(*turn, measured(*turn->next));
  }
  EXPECT_EQ(records().size(), cases.size());
}

TEST_F(BoardSweep, ABoardThatHasMeasuredLongEnoughFinishesWhatItHasTaken) {
  sweep::case_pool pool(sweep::groups_by_input(cases, {}));
  sweep::board_sweep board(pool, into, options, "GPU-1", 0);
  const auto steps = run(board);
  ASSERT_EQ(steps.size(), 2 * cases.size());
  // Two cases of an input, then both again in a fresh process, then the next input.
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].process, i / 2 % 2) << i;
    EXPECT_EQ(steps[i].fresh, i % 4 == 2) << i;
  }
}

TEST_F(BoardSweep, BoardsShareThePoolAndKeepAnInputTogether) {
  sweep::case_pool pool(sweep::groups_by_input(cases, {}));
  sweep::board_sweep first(pool, into, options, "GPU-1", no_limit);
  sweep::board_sweep second(pool, into, options, "GPU-2", no_limit);
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (auto* board : {&first, &second}) {
      const auto turn = board->next();
      if (!turn) continue;
      goes_on = true;
      board->take(*turn, measured(*turn->next));
    }
  }
  std::map<std::string, std::set<std::string>> boards_of;
  std::set<std::string> boards;
  for (const auto& record : records()) {
    const std::string key = record.at("key");
    const auto input = key.find("/n=");
    boards_of[key.substr(input, key.find('/', input + 1) - input)].insert(
        record.at("board").get<std::string>());
    boards.insert(record.at("board").get<std::string>());
  }
  EXPECT_EQ(boards.size(), 2U);
  EXPECT_EQ(boards_of.size(), 3U);
  for (const auto& [input, on] : boards_of) EXPECT_EQ(on.size(), 1U) << input;
  EXPECT_EQ(records().size(), cases.size());
}

TEST_F(BoardSweep, WhatALostBoardHadNotFinishedIsMeasuredWhollyOnAnother) {
  sweep::case_pool pool(sweep::one_group(cases));
  sweep::board_sweep lost(pool, into, options, "GPU-1", no_limit);
  for (std::size_t i = 0; i < cases.size() + 1; ++i) {  // all once, and the first case twice
    const auto turn = lost.next();
    lost.take(*turn, measured(*turn->next));
  }
  for (auto& group : lost.unfinished()) pool.give_back(std::move(group));
  sweep::board_sweep other(pool, into, options, "GPU-2", no_limit);
  EXPECT_EQ(run(other).size(), 2 * (cases.size() - 1));
  const auto all = records();
  ASSERT_EQ(all.size(), cases.size());
  std::set<std::string> keys;
  for (const auto& record : all) {
    EXPECT_TRUE(keys.insert(record.at("key")).second);
    EXPECT_EQ(record.at("board"), record.at("key") == cases[0].key ? "GPU-1" : "GPU-2");
    EXPECT_EQ(record.at("measurement").at("processes").size(), 2U);
  }
}

TEST_F(BoardSweep, AResumedRunCountsWhatTheSameBoardMeasured) {
  {
    sweep::case_pool pool(sweep::one_group(cases));
    sweep::board_sweep board(pool, into, options, "GPU-1", no_limit);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const auto turn = board.next();
      board.take(*turn, measured(*turn->next));
    }
  }
  { const run_directory gone = std::move(into); }
  for (const auto& [name, steps] :
       {std::pair{"GPU-2", 2 * cases.size()}, {"GPU-1", cases.size()}}) {
    SCOPED_TRACE(name);
    const auto copy = folder / name;
    std::filesystem::copy(folder / "run", copy);
    auto resumed = run_directory::resume(copy, gate::header());
    sweep::case_pool pool(sweep::one_group(cases));
    sweep::board_sweep board(pool, resumed, options, name, no_limit);
    EXPECT_EQ(run(board).size(), steps);
  }
}

TEST_F(BoardSweep, CpuVariantsWaitForAllProcessesOfTheGpuVariants) {
  const auto both =
      expand({.filter = "^cahn_hilliard/(a_global|cpu_serial)/",
              .axes = {parse_axis_setting("n=16,32"), parse_axis_setting("steps=1")}});
  sweep::case_pool pool(sweep::groups_by_input(both, {}));
  sweep::board_sweep board(pool, into, options, "GPU-1", no_limit);
  const auto steps = run(board);
  ASSERT_EQ(steps.size(), 8U);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].key.find("/cpu_serial/") != std::string::npos, i >= 4) << steps[i].key;
    EXPECT_EQ(steps[i].process, i / 2 % 2) << i;
  }
}

TEST_F(BoardSweep, WhatKeepsTheWholeHostBusyWaitsUntilTheHostIsFree) {
  const auto both = expand({.filter = "^cahn_hilliard/cpu_(serial|parallel)/",
                            .axes = {parse_axis_setting("n=16"), parse_axis_setting("steps=1")}});
  options.processes = exactly(1, 1, 0.01);
  sweep::case_pool pool(sweep::groups_by_input(both, {}));
  sweep::board_sweep board(pool, into, options, "GPU-1", no_limit);
  constexpr bool others_have_work = true;
  const auto serial = board.next(others_have_work);
  ASSERT_TRUE(serial);
  EXPECT_EQ(serial->next->variant->id, "cpu_serial");
  board.look_ahead(others_have_work);
  board.take(*serial, measured(*serial->next));
  EXPECT_FALSE(board.next(others_have_work));
  const auto parallel = board.next();
  ASSERT_TRUE(parallel);
  EXPECT_EQ(parallel->next->variant->id, "cpu_parallel");
}

TEST(CasePool, CpuVariantsComeLast) {
  const auto cases =
      expand({.filter = "^cahn_hilliard/(a_global|cpu_serial)/",
              .axes = {parse_axis_setting("n=16,32"), parse_axis_setting("steps=1")}});
  const auto groups = sweep::groups_by_input(cases, {});
  ASSERT_EQ(groups.size(), 4U);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    EXPECT_EQ(groups[i].cases.front()->variant->runs_on, i < 2 ? processor::gpu : processor::cpu);
    EXPECT_EQ(groups[i].cases.front()->point.integer("n"), i % 2 == 0 ? 32 : 16);
  }
}

TEST(CasePool, WhatKeepsTheWholeHostBusyComesLast) {
  const auto cases = expand({.filter = "^cahn_hilliard/(a_global|cpu_serial|cpu_parallel)/",
                             .axes = {parse_axis_setting("n=16"), parse_axis_setting("steps=1")}});
  std::vector<std::string> variants;
  for (const auto& group : sweep::groups_by_input(cases, {}))
    variants.push_back(group.cases.front()->variant->id);
  EXPECT_EQ(variants, (std::vector<std::string>{"a_global", "cpu_serial", "cpu_parallel"}));
}

TEST(CasePool, AnInputCostsAllItsProcesses) {
  const auto cases =
      expand({.filter = "^cahn_hilliard/a_global/",
              .axes = {parse_axis_setting("n=16,32"), parse_axis_setting("steps=1")}});
  const auto groups = sweep::groups_by_input(cases, {}, [](const benchmark_case& benchmark) {
    return benchmark.point.integer("n") == 16 ? std::size_t{5} : std::size_t{1};
  });
  EXPECT_EQ(groups.front().cases.front()->point.integer("n"), 16);
}

TEST(CasePool, TheLongestInputsComeFirst) {
  const auto cases =
      expand({.filter = "^cahn_hilliard/(a_global|b_shared)/",
              .axes = {parse_axis_setting("n=16,64,32"), parse_axis_setting("steps=1")}});
  const auto by_size = sweep::groups_by_input(cases, {});
  ASSERT_EQ(by_size.size(), 3U);
  EXPECT_EQ(by_size[0].cases.front()->point.integer("n"), 64);
  EXPECT_EQ(by_size[2].cases.front()->point.integer("n"), 16);
  std::map<std::string, double> seconds;
  for (const auto& benchmark : cases)
    seconds[benchmark.key] = benchmark.point.integer("n") == 32 ? 10 : 1;
  const auto by_time = sweep::groups_by_input(cases, seconds);
  EXPECT_EQ(by_time[0].cases.front()->point.integer("n"), 32);
  EXPECT_EQ(by_time[0].cost, 20);
}

}  // namespace
}  // namespace retime::sweep
