#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/sweep/ranks/members.h"
#include "harness/sweep/ranks/mpi_job.h"
#include "kernels/device/properties.h"
#include "tests/complaint.h"

namespace retime::sweep::ranks {
namespace {

using devices = std::vector<std::string>;

TEST(Binding, RanksOfAHostGetItsGpusInTurn) {
  const std::vector<seat> seats{{1, "a", 2}, {2, "b", 4}, {3, "a", 2}, {4, "b", 4}, {5, "b", 4}};
  EXPECT_EQ(devices_of(seats), (devices{"cuda:0", "cuda:0", "cuda:1", "cuda:1", "cuda:2"}));
}

TEST(Binding, GpusThatTheStartingProcessCountedAreNotCountedAgain) {
  EXPECT_EQ(sweep::ranks::gpus_here(), device::count());
  sweep::ranks::pass_on_gpus(device::count() + 3);
  EXPECT_EQ(sweep::ranks::gpus_here(), device::count() + 3);
  unsetenv("RETIME_GPUS");
}

TEST(Binding, ALauncherMayShowEachRankOneGpuAlone) {
  const std::vector<seat> seats{{1, "a", 1}, {2, "a", 1}, {3, "a", 1}};
  EXPECT_EQ(devices_of(seats), (devices{"cuda:0", "cuda:0", "cuda:0"}));
}

TEST(Binding, RanksThatAreLeftOverGetNone) {
  const std::vector<seat> seats{{1, "a", 2}, {2, "a", 2}, {3, "a", 2}, {4, "b", 2}};
  EXPECT_EQ(devices_of(seats), (devices{"cuda:0", "cuda:1", "", "cuda:0"}));
}

TEST(Binding, AHostWithoutAGpuIsNamed) {
  const std::vector<seat> seats{{1, "a", 2}, {2, "b", 0}};
  const auto complaint = tests::complaint_of([&] { devices_of(seats); });
  EXPECT_TRUE(complaint.starts_with("rank 2 on host b: the driver finds no GPU")) << complaint;
}

}  // namespace
}  // namespace retime::sweep::ranks
