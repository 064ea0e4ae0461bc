// The calculator against recorded answers of NVIDIA's own calculator and of the CUDA runtime, and
// against examples worked by hand.
#include "kernels/occupancy/occupancy.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/support/bad_input.h"

namespace {

using occupancy::limiter;

const occupancy::limits& limits_of(int compute_capability) {
  return *occupancy::find_limits(compute_capability);
}

TEST(Occupancy, EqualsTheToolkitsCalculator) {
  std::ifstream file(RETIME_SOURCE_DIR "/tests/occupancy/toolkit_calculator.csv");
  std::string line;
  int rows = 0;
  while (std::getline(file, line)) {
    int capability = 0, block = 0, registers = 0, blocks = 0;
    std::size_t shared = 0;
    if (line.starts_with('#')) continue;
    ASSERT_EQ(std::sscanf(line.c_str(), "%d,%d,%d,%zu,%d", &capability, &block, &registers, &shared,
                          &blocks),
              5)
        << line;
    EXPECT_EQ(occupancy::calculate(limits_of(capability), {block, registers, shared}).blocks,
              blocks)
        << line;
    ++rows;
  }
  EXPECT_GT(rows, 2500);
}

// As `retime occupancy --check --out FILE` recorded them.
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

TEST(Occupancy, NamesWhatRunsOutFirst) {
  EXPECT_EQ(occupancy::calculate(limits_of(90), {1024, 32, 0}).limited_by, limiter::warps);
  EXPECT_EQ(occupancy::calculate(limits_of(90), {32, 32, 0}).limited_by, limiter::blocks);
  EXPECT_EQ(occupancy::calculate(limits_of(90), {256, 64, 0}).limited_by, limiter::registers);
  EXPECT_EQ(occupancy::calculate(limits_of(90), {256, 32, 100000}).limited_by,
            limiter::shared_memory);
  EXPECT_EQ(occupancy::calculate(limits_of(90), {256, 32, 227 * 1024 + 1}).limited_by,
            limiter::does_not_fit);
  EXPECT_EQ(occupancy::calculate(limits_of(90), {1025, 32, 0}).limited_by, limiter::does_not_fit);
}

TEST(Occupancy, WorkedByHandForHopper) {
  // 33 registers x 32 lanes = 1056, taken as 1280: 12 warps in each quarter of 16384, so 48 of 64
  // warps.
  const auto answer = occupancy::calculate(limits_of(90), {128, 33, 0});
  EXPECT_EQ(answer.blocks, 12);
  EXPECT_DOUBLE_EQ(answer.occupancy, 0.75);
  // 1 KB of each block is the system's: 228 KB hold 2 blocks of 113 KB but not 2 of 113 KB + 1.
  EXPECT_EQ(occupancy::calculate(limits_of(90), {64, 16, 113 * 1024}).blocks, 2);
  EXPECT_EQ(occupancy::calculate(limits_of(90), {64, 16, 113 * 1024 + 1}).blocks, 1);
}

// Table I of the paper. 1.0 and 1.1 give registers 256 at a time, 1.2 and 1.3 512, all to pairs of
// warps.
TEST(Occupancy, WorkedByHandForTheDevicesOfListing1) {
  const auto blocks = [](int capability, int block, int registers, std::size_t shared = 0) {
    return occupancy::calculate(limits_of(capability), {block, registers, shared}).blocks;
  };
  EXPECT_EQ(30 * 32 * limits_of(13).warps, 30720);
  EXPECT_EQ(16 * 32 * limits_of(10).warps, 12288);
  EXPECT_EQ(blocks(10, 256, 10), 3);      // 2560 of 8192
  EXPECT_EQ(blocks(10, 256, 11), 2);      // 2816
  EXPECT_EQ(blocks(11, 192, 11), 3);      // 2112, taken as 2304
  EXPECT_EQ(blocks(11, 64, 21), 5);       // 1344, taken as 1536
  EXPECT_EQ(blocks(10, 96, 16), 4);       // 3 warps, taken as 4: 2048
  EXPECT_EQ(blocks(12, 64, 40), 6);       // 2560 of 16384
  EXPECT_EQ(blocks(12, 64, 41), 5);       // 2624, taken as 3072
  EXPECT_EQ(blocks(13, 64, 0, 4096), 4);  // of 16 KB
  EXPECT_EQ(blocks(13, 64, 0, 4097), 3);  // taken as 4608
  EXPECT_EQ(blocks(13, 32, 129), 0);
  EXPECT_EQ(blocks(13, 544, 8), 0);
  EXPECT_EQ(blocks(20, 256, 20), 6);  // 640 a warp: 25 in each half of 16384
  EXPECT_EQ(blocks(20, 256, 21), 5);  // 672, taken as 704: 23
  EXPECT_EQ(blocks(20, 32, 64), 0);
  EXPECT_EQ(blocks(20, 1024, 16, 48 * 1024), 1);
}

// "256, which is one of several values that gives an occupancy of 100 %" (Section 4.3, GTX 260).
TEST(Occupancy, BlocksThatFillADeviceOfCapability1_3) {
  const auto rows = occupancy::table(limits_of(13), 16, 0);
  std::vector<int> full;
  for (const auto& row : rows)
    if (row.occupancy == 1) full.push_back(row.block);
  EXPECT_EQ(full, (std::vector{128, 256, 512}));
  EXPECT_EQ(occupancy::best(rows).block, 512);
  EXPECT_EQ(rows.size(), 16u);
}

// Listing 1 tests "major >= 1 && minor >= 2", which a device 9.0 fails.
TEST(Occupancy, DevicesWhoseMinorVersionIsZeroHaveTheirFullWarps) {
  for (const int capability : {70, 80, 90, 100}) EXPECT_EQ(limits_of(capability).warps, 64);
}

TEST(Occupancy, BestPrefersTheLargestBlockOfEquals) {
  EXPECT_EQ(occupancy::best(occupancy::table(limits_of(90), 32, 0)).block, 1024);
  EXPECT_EQ(occupancy::best(occupancy::table(limits_of(89), 40, 0)).block, 768);
  EXPECT_EQ(occupancy::best(occupancy::table(limits_of(90), 40, 0)).occupancy, 0.75);
  EXPECT_EQ(occupancy::best(occupancy::table(limits_of(90), 32, 300 * 1024)).blocks, 0);
  // 1 KB a thread: 1024 threads would need more than a block can have.
  EXPECT_LE(occupancy::best(occupancy::table(limits_of(90), 32, 0, 1024)).block, 224);
}

TEST(Occupancy, RefusesWhatMakesNoSense) {
  EXPECT_THROW(occupancy::calculate(limits_of(90), {0, 32, 0}), retime::bad_input);
  EXPECT_THROW(occupancy::calculate(limits_of(90), {32, -1, 0}), retime::bad_input);
  EXPECT_EQ(occupancy::find_limits(61), nullptr);
}

}  // namespace
