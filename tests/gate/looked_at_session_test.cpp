// A session of many cases as `ab` holds it: looked at after each round, decided cases left out of
// the rounds that follow, and judged once more from what it leaves behind.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "harness/gate/compare.h"

namespace retime::gate {
namespace {

class live_session {
 public:
  live_session() {
    for (auto* runs : {&from_.base, &from_.new_runs})
      runs->push_back({.source = "session", .session = "one", .looked_at = true});
  }

  /// One process of either side, which times all cases that are not decided.
  void measure_round(std::int64_t round, const std::set<std::string>& decided) {
    for (int i = 0; i < cases; ++i) {
      const auto key = fmt::format("case {:02}", i);
      if (decided.contains(key)) continue;
      const double slowdown = i % 3 == 0 ? 0.03 : 0, noise = 0.002 * (1 + i % 4);
      add(from_.base.front(), key, round, std::exp(noise * normal_(random_)));
      add(from_.new_runs.front(), key, round, std::exp(slowdown + noise * normal_(random_)));
    }
  }
  comparison judged() const { return gate::compare_runs(from_, {}); }

  static constexpr int cases = 40;

 private:
  static void add(gate::timing_run& run, const std::string& key, std::int64_t round, double time) {
    gate::timed_case& times = run.cases[key];
    times.median_ns = 1e5 * time;
    times.processes.push_back({round, 1e5 * time});
  }

  inputs from_;
  std::mt19937_64 random_{17};
  std::normal_distribution<double> normal_;
};

TEST(LookedAtSession, WhatIsDecidedStaysAndTheRecordsSayTheSame) {
  live_session live;
  std::map<std::string, verdict> said;
  std::set<std::string> left_out;
  for (int round = 0; round < 30; ++round) {
    live.measure_round(round, left_out);
    const auto result = live.judged();
    left_out = decided(result);
    for (const auto& [key, word] : said) EXPECT_TRUE(left_out.contains(key)) << key;
    for (const auto& entry : result.cases) {
      if (!left_out.contains(entry.key)) continue;
      EXPECT_EQ(said.try_emplace(entry.key, entry.word).first->second, entry.word) << entry.key;
    }
    EXPECT_TRUE(round >= 7 || left_out.empty()) << round;
  }
  EXPECT_GE(said.size(), 16U);
  const auto replayed = live.judged();
  for (const auto& entry : replayed.cases) {
    const auto before = said.find(entry.key);
    EXPECT_EQ(entry.word, before == said.end() ? verdict::undecided : before->second);
  }
  EXPECT_EQ(replayed.count(verdict::slower), 14U);
  EXPECT_EQ(replayed.count(verdict::faster), 0U);
}

}  // namespace
}  // namespace retime::gate
