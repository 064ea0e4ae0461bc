// `verify` takes no wrong kernel for a right one, and says where the mistake is.
#include <gtest/gtest.h>

#include "harness/cases/case_runner.h"
#include "kernels/device/emulation/compiler_hooks.h"

namespace retime {
namespace {

recorded_case verified(const std::string& variant, const std::string& n = "100") {
  const auto cases = expand({.filter = "^toy/" + variant + "/", .axes = {{"n", n}}});
  return cases::case_runner({.timed = false}).run(cases.at(0));
}

struct mistake {
  std::string variant, says, n = "100";
};

void PrintTo(const mistake& planted, std::ostream* out) { *out << planted.variant; }

class WrongKernel : public testing::TestWithParam<mistake> {};

TEST_P(WrongKernel, IsAFaultWithItsPlace) {
  if (!device::emulation::accesses_are_announced)
    GTEST_SKIP() << "this build does not see the accesses of kernels";
  const auto& [variant, says, n] = GetParam();
  const recorded_case result = verified("bare_" + variant, n);
  EXPECT_EQ(result.outcome, status::runtime_error);
  EXPECT_TRUE(result.reason.starts_with("kernel toy::(anonymous namespace)::" + variant))
      << result.reason;
  EXPECT_NE(result.reason.find(says), std::string::npos) << result.reason;
}

INSTANTIATE_TEST_SUITE_P(
    , WrongKernel,
    testing::Values(
        mistake{"writes_one_beyond",
                "block (3, 0, 0), thread (4, 0, 0): writes element 100 (of 8 bytes) of a buffer of "
                "800 bytes, which is out of its bounds"},
        mistake{"reads_far_beyond", "reads element 2048 (of 8 bytes)"},
        mistake{"writes_far_before", "writes element -1493 (of 8 bytes)"},
        mistake{"lacks_a_barrier", "with no barrier in between"},
        mistake{"lacks_a_barrier_between_warps", "writes with no barrier in between"},
        mistake{"counts_without_atomics", "that another thread changed in this launch"},
        mistake{"counts_blocks_without_atomics", "block (1, 0, 0), thread (0, 0, 0): changes"},
        mistake{"reads_what_nobody_wrote", "that nobody has written"},
        mistake{"overflows_at_large_sizes", " has no result in 32 bits", "50000"},
        mistake{"leaves_a_local_array", "index 3 at wrong_kernels.cu:"}),
    [](const auto& named) { return named.param.variant; });

TEST(WrongKernels, AreIncorrectWhereTheyOnlyComputeWrongly) {
  EXPECT_EQ(verified("bare_is_wrong_in_the_last_block").outcome, status::incorrect);
}

TEST(WrongKernels, AreNotTheRightOnes) {
  for (const auto& n : {"1", "100", "50000"}) {
    const recorded_case result = verified("bare_without_a_mistake", n);
    EXPECT_EQ(result.outcome, status::correct) << result.reason;
  }
}

TEST(WrongKernels, WhatIsWrongInALaterRunIsIncorrect) {
  for (const auto& variant : {"gpu_wrong_every_7th", "cpu_wrong_every_7th", "gpu_idle_every_7th",
                              "gpu_wrong_from_the_4th", "gpu_lazy"}) {
    const recorded_case result = verified(variant);
    EXPECT_EQ(result.outcome, status::incorrect) << variant;
    EXPECT_TRUE(result.reason.starts_with("in a later run: ")) << result.reason;
  }
  const recorded_case right = verified("gpu_honest");
  EXPECT_EQ(right.outcome, status::correct) << right.reason;
  EXPECT_EQ(right.verify_after->note, "11 more runs verified");
}

}  // namespace
}  // namespace retime
