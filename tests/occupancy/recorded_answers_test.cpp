// The calculator against the CUDA runtime's own answers, as `retime occupancy --check --out FILE`
// recorded them on GPUs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "kernels/occupancy/occupancy.h"

namespace {

TEST(Occupancy, EqualsWhatTheRuntimeAnsweredOnGpus) {
  int rows = 0;
  for (const auto& folder : std::filesystem::directory_iterator(RETIME_SOURCE_DIR "/results")) {
    std::ifstream file(folder.path() / "occupancy.json");
    if (!file) continue;
    const auto recorded = nlohmann::json::parse(file);
    const auto* limits = occupancy::find_limits(recorded.at("compute_capability").get<int>());
    ASSERT_NE(limits, nullptr) << folder.path();
    for (const auto& row : recorded.at("rows")) {
      const occupancy::usage taken{row.at(3).get<int>(), row.at(1).get<int>(),
                                   row.at(2).get<std::size_t>()};
      EXPECT_EQ(occupancy::calculate(*limits, taken).blocks, row.at(4).get<int>()) << row;
      ++rows;
    }
  }
  if (rows == 0) GTEST_SKIP() << "no GPU's answers are recorded in results/*/occupancy.json";
}

}  // namespace
