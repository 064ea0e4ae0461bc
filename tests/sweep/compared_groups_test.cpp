// Which inputs are on one board because claims compare them.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/sweep/processes/case_pool.h"
#include "harness/sweep/processes/shard.h"

namespace retime::sweep {
namespace {

class ComparedGroups : public ::testing::Test {
 protected:
  // Inputs that cost 8, 4, 2 and 1, and one of them for a CPU variant.
  const std::vector<benchmark_case> cases =
      expand({.filter = "^cahn_hilliard/(a_global/n=(16|32|64|128)/|cpu_serial/n=16/)",
              .axes = {parse_axis_setting("n=16,32,64,128"), parse_axis_setting("steps=1")}});
  std::map<std::string, double> seconds;
  ComparedGroups() {
    for (const auto& benchmark : cases)
      seconds[benchmark.key] = static_cast<double>(benchmark.point.integer("n")) / 16;
  }
  std::string input(int n) const {
    for (const auto& benchmark : cases)
      if (benchmark.point.integer("n") == n) return benchmark.workload_key;
    return "";
  }
  using sizes = std::vector<std::set<std::int64_t>>;
  /// Of each group's inputs.
  sizes grouped(const compared_inputs& compared, std::size_t boards) {
    sizes found;
    for (const auto& group :
         sweep::with_compared_together(sweep::groups_by_input(cases, seconds), compared, boards)) {
      std::set<std::int64_t> of_one;
      for (const auto* one : group.cases) of_one.insert(one->point.integer("n"));
      found.push_back(of_one);
    }
    return found;
  }
};

TEST_F(ComparedGroups, WhatAClaimComparesIsOneGroup) {
  EXPECT_EQ(grouped({{input(64), input(16)}}, 2), (sizes{{128}, {16, 64}, {32}, {16}}));
  EXPECT_EQ(grouped({{input(64), input(16)}, {input(16), input(32)}}, 2),
            (sizes{{128}, {16, 32, 64}, {16}}));
}

TEST_F(ComparedGroups, NoGroupCostsMoreThanABoardsShare) {
  EXPECT_EQ(grouped({{input(128), input(16)}}, 2), grouped({}, 2));
  EXPECT_EQ(grouped({{input(64), input(16)}, {input(64), input(32)}}, 3),
            (sizes{{128}, {16, 64}, {32}, {16}}));
}

TEST_F(ComparedGroups, ForOneBoardAndInputsThatAreNotThereNothingChanges) {
  EXPECT_EQ(grouped({{input(64), input(16)}}, 1), (sizes{{128}, {64}, {32}, {16}, {16}}));
  EXPECT_EQ(grouped({{input(64), "another"}}, 2), (sizes{{128}, {64}, {32}, {16}, {16}}));
}

TEST_F(ComparedGroups, AShardHasThemTogether) {
  const compared_inputs compared{{input(64), input(16)}};
  std::size_t all = 0;
  for (std::size_t which = 1; which <= 3; ++which) {
    std::set<std::int64_t> found;
    const auto part = cases_of({which, 3}, cases, seconds, compared);
    for (const auto& benchmark : part)
      if (benchmark.variant->runs_on == processor::gpu) found.insert(benchmark.point.integer("n"));
    EXPECT_EQ(found.contains(64), found.contains(16)) << which;
    all += part.size();
  }
  EXPECT_EQ(all, cases.size());
}

}  // namespace
}  // namespace retime::sweep
