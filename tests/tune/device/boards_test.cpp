// A search over several boards, which are made up here: one that is slower than the others, one
// that is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/registry/sweep.h"
#include "harness/tune/device/board_speeds.h"
#include "harness/tune/device/search.h"
#include "tests/scratch_folder.h"

namespace retime::tune {
namespace {

using nlohmann::json;

const tuning_problem& graph_walk() {
  static const auto problems = problems_of(
      {.filter = "^carpet/a_dense/",
       .axes = {
           {"steps", "10"}, {"occupancy", "0.093"}, {"launch", "graph"}, {"order", "forward"}}});
  return problems.at(0);
}

/// On a board of speed 1.
double time_ns(configuration which) { return 1e6 * (1 + 0.01 * which); }

struct made_up_board {
  std::string name;
  double times_longer = 1;
  std::size_t answers = 1000;  ///< before it is lost
};

/// What was asked ends in the order of the times that it takes.
class made_up_boards final : public cases::board_workers {
 public:
  explicit made_up_boards(std::vector<made_up_board> boards) : boards_(std::move(boards)) {
    ends_ns_.resize(boards_.size(), 0);
  }

  const json& header() override { return header_; }
  std::size_t count() const override { return boards_.size(); }
  bool is_lost(std::size_t board) const override { return lost_.contains(board); }
  std::string name(std::size_t board) const override { return boards_[board].name; }
  void keep_losses_in(const std::filesystem::path&) override {}
  void ask(std::size_t board, const std::string& key, const json& request, double) override {
    const auto which = std::ranges::find(graph_walk().cases, key, &benchmark_case::key);
    const double ns = boards_[board].times_longer *
                      time_ns(static_cast<configuration>(which - graph_walk().cases.begin()));
    json record = retime::to_json(blank_record(*which));
    record["samples_ns"] = {0.999 * ns, ns, 1.001 * ns};
    record["statistics"] = {{"median_ns", ns},         {"mean_ns", ns},
                            {"min_ns", 0.999 * ns},    {"max_ns", 1.001 * ns},
                            {"sd_ns", 0.001 * ns},     {"ci_low_ns", 0.999 * ns},
                            {"ci_high_ns", 1.001 * ns}};
    ends_ns_[board] += ns;
    under_way_[board] = {
        board, cases::worker_reply{
                   .answer = {{"record", record}, {"validation_ms", 0}, {"framework_ms", 0}},
                   .inputs_made = {{"fresh_input_ms", 0}},
                   .wall_s = 1e-9 * ns}};
    thresholds.emplace_back(board, request.value("elimination_threshold_ns", json()));
  }
  cases::board_answer wait() override {
    const auto next = std::ranges::min_element(
        under_way_, {}, [&](const auto& one) { return ends_ns_[one.first]; });
    cases::board_answer answer = std::move(next->second);
    under_way_.erase(next);
    if (boards_[answer.board].answers-- > 0) return answer;
    lost_.insert(answer.board);
    return {answer.board};
  }

  std::vector<std::pair<std::size_t, json>> thresholds;

 private:
  std::vector<made_up_board> boards_;
  json header_ = json::object();
  std::vector<double> ends_ns_;
  std::map<std::size_t, cases::board_answer> under_way_;
  std::set<std::size_t> lost_;
};

trials searched(const tests::scratch_folder& folder, made_up_boards& boards,
                const std::string& strategy = "exhaustive", budget allowed = {}) {
  tune::evaluator device(boards, {.cache = "warm"});
  journal kept(folder / "journal.jsonl");
  tune::journaled_evaluator journaled(device, kept, graph_walk(), "warm", launches::raced, 1);
  return search(graph_walk(), journaled,
                {.strategy = &tune::strategy_named(strategy),
                 .allowed = allowed,
                 .goal = tune::objective_named("", std::nullopt)});
}

trials searched(made_up_boards& boards, const std::string& strategy = "exhaustive",
                budget allowed = {}) {
  return searched(tests::scratch_folder(), boards, strategy, allowed);
}

void expect_each_once(const trials& tried) {
  EXPECT_EQ(tried.all().size(), graph_walk().cases.size());
  for (configuration c = 0; c < graph_walk().cases.size(); ++c)
    EXPECT_NE(tried.find(c), nullptr) << c;
}

TEST(BoardSpeeds, DifferOnlyWhereTheLaunchesShowIt) {
  tune::board_speeds speeds;
  speeds.add("first", {100, 99, 101});
  speeds.add("like it", {101.5, 100.5, 102.5});
  speeds.add("slower", {104, 103, 105});
  speeds.add("faster", {96, 95, 97});
  EXPECT_EQ(speeds.ratio("first"), 1);
  EXPECT_EQ(speeds.ratio("like it"), 1);
  EXPECT_DOUBLE_EQ(speeds.ratio("slower"), 1.04);
  EXPECT_DOUBLE_EQ(speeds.ratio("faster"), 0.96);
  EXPECT_EQ(speeds.ratio("unknown"), 1);
}

TEST(SeveralBoards, TimesAreAsOnTheFirstWhereverTheyWereMeasured) {
  made_up_boards boards({{"one"}, {"two", 1.05}, {"three", 0.98}});
  const trials tried = searched(boards);
  expect_each_once(tried);
  std::set<std::string> used;
  for (const auto& one : tried.all()) {
    used.insert(one.evaluated.board());
    EXPECT_NEAR(one.value, 1e-6 * time_ns(one.index), 1e-9);
    EXPECT_NEAR(one.time.median_ns, time_ns(one.index), 1e-3);
  }
  EXPECT_EQ(used, (std::set<std::string>{"one", "two", "three"}));
  EXPECT_EQ(tried.best()->index, 0U);
}

TEST(SeveralBoards, OneThatGoesOnAloneComparesWithWhatTheOthersMeasured) {
  const tests::scratch_folder folder;
  made_up_boards before({{"one"}, {"two", 1.05}}), after({{"three", 0.97}});
  searched(folder, before, "exhaustive", {.evaluations = 9});
  const trials tried = searched(folder, after);
  expect_each_once(tried);
  for (const auto& one : tried.all()) EXPECT_NEAR(one.value, 0.97e-6 * time_ns(one.index), 1e-9);
}

TEST(SeveralBoards, ACandidateIsOutByWhatTheBestWouldTakeOnItsBoard) {
  made_up_boards boards({{"one"}, {"two", 1.05}});
  const trials tried = searched(boards);
  const double best_ns = tried.best()->time.high_ns;
  const auto last_of = [&](std::size_t board) {
    const auto last = std::ranges::find(boards.thresholds.rbegin(), boards.thresholds.rend(), board,
                                        &std::pair<std::size_t, json>::first);
    return last->second.get<double>();
  };
  EXPECT_NEAR(last_of(0), best_ns, 1e-3);
  EXPECT_NEAR(last_of(1), 1.05 * best_ns, 1e-3);
}

TEST(SeveralBoards, TakeTheirShareOfTheTime) {
  made_up_boards one({{""}}), four({{"a"}, {"b"}, {"c"}, {"d"}});
  const double alone_s = searched(one).spent_s();
  const trials together = searched(four);
  EXPECT_EQ(together.boards(), 4U);
  EXPECT_NEAR(together.spent_s(), alone_s / 4, 0.1 * alone_s);
}

TEST(SeveralBoards, ABudgetIsOfAllTogether) {
  for (const std::size_t evaluations : {1, 2, 7}) {
    made_up_boards boards({{"a"}, {"b"}, {"c"}});
    EXPECT_EQ(searched(boards, "random", {.evaluations = evaluations}).all().size(), evaluations);
  }
}

TEST(SeveralBoards, WhatALostOneHadIsMeasuredByAnother) {
  for (const char* strategy : {"exhaustive", tune::default_strategy}) {
    made_up_boards boards({{"one", 1, 2}, {"two", 1.05}, {"three", 1, 0}});
    const trials tried = searched(boards, strategy);
    expect_each_once(tried);
    EXPECT_TRUE(boards.is_lost(0) && boards.is_lost(2));
  }
}

}  // namespace
}  // namespace retime::tune
