// Small parts of the device tuner: seeds of fresh inputs, the journal, the line that shows
// progress.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "harness/record/best_table.h"
#include "harness/tune/device/journaled_evaluator.h"
#include "harness/tune/device/progress_line.h"
#include "kernels/support/bad_input.h"
#include "tests/scratch_folder.h"

namespace retime::tune {
namespace {

using nlohmann::json;

TEST(FreshSeeds, ChangeWithEachCandidateWhereInputsAreCheap) {
  tune::fresh_seeds seeds(1);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 100; ++i) {
    seen.insert(seeds.next());
    seeds.spent(0.001, 1);
  }
  EXPECT_EQ(seen.size(), 100U);
}

TEST(FreshSeeds, TakeAQuarterOfTheTimeWhereInputsAreDear) {
  tune::fresh_seeds seeds(1);
  std::set<std::int64_t> seen;
  double input_s = 0, evaluation_s = 0;
  for (int i = 0; i < 1000; ++i) {
    const bool is_new = seen.insert(seeds.next()).second;
    input_s += is_new ? 5 : 0;
    evaluation_s += 0.1;
    seeds.spent(is_new ? 5 : 0, 0.1);
  }
  EXPECT_LE(input_s, 0.25 * evaluation_s + 5);
  EXPECT_GE(seen.size(), 4U);
}

TEST(Journal, RemembersByIdentityAndDropsWhatAKillCut) {
  const tests::scratch_folder folder;
  const auto file = folder / "journal.jsonl";
  {
    journal first(file);
    first.introduce("1", {{"source", "a"}});
    first.introduce("1", {{"source", "a"}});
    first.append("1", "case", {{"cases", {"a"}}, {"records", json::array()}});
  }
  const auto whole = std::filesystem::file_size(file);
  std::ofstream(file, std::ios::app) << R"({"identity": "1", "key)";
  const journal again(file);
  EXPECT_EQ(std::filesystem::file_size(file), whole);
  ASSERT_NE(again.find("1", "case"), nullptr);
  EXPECT_EQ(again.find("1", "case")->line.at("cases").at(0), "a");
  EXPECT_EQ(again.find("2", "case"), nullptr);
  std::ofstream(file, std::ios::app) << "{}\n";
  EXPECT_THROW(journal{file}, bad_input);
}

TEST(ProgressLine, DrawsTheCourseOnALogarithmicScale) {
  EXPECT_EQ(sparkline({}, 8), "");
  EXPECT_EQ(sparkline({5}, 8), "▁");
  EXPECT_EQ(sparkline({100, 10, 1}, 8), "█▅▁");
  EXPECT_EQ(sparkline({0, 50, 100}, 8), "▁▅█");  // 0 has no logarithm
  EXPECT_EQ(sparkline({8, 8, 8, 8, 8, 1, 1, 1}, 2), "█▁");
}

}  // namespace
}  // namespace retime::tune
