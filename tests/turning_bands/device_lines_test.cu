// Lines made on the device in several batches are those made on the host; those of one batch are in
// every variant's answer.
#include <gtest/gtest.h>

#include "kernels/turning_bands/device_lines.cuh"
#include "kernels/turning_bands/host_lines.h"
#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

/// 16 lines of 2^20 samples are transformed at a time.
TEST(TurningBandsDeviceLines, AreThoseOfTheHostInSeveralBatches) {
  for (const char* maker : {"power_law", "spectrum"}) {
    const auto given = problem_at({{"n", 2},
                                   {"lines", 9},
                                   {"fields", 2},
                                   {"line_maker", maker},
                                   {"line_length", "524287"},
                                   {"a", 4.0}});
    ASSERT_EQ(given.model.transform, 1 << 20);
    device_lines<double> lines(given);
    lines.poison();
    device::stream queue;
    lines.make(queue);
    queue.synchronize();
    for (const int f : {0, 1}) {
      const auto expected = make_lines(given.model, given.lines, given.seed, f);
      const auto found = lines.of_field(f);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(found[i], expected[i], 1e-12) << maker << ' ' << f << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace turning_bands
