// Lines made on the device are those made on the host, also in batches.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/device_lines.cuh"
#include "kernels/turning_bands/host_lines.h"
#include "tests/turning_bands/problems.h"

namespace turning_bands {
namespace {

template <class Real>
void expect_lines_of_the_host(const problem& given, double tolerance) {
  device_lines<Real> lines(given);
  lines.poison();
  device::stream queue;
  lines.make(queue);
  queue.synchronize();
  const std::size_t one = std::size_t(given.lines) * given.model.length;
  ASSERT_EQ(lines.view().size(), one * given.fields);
  for (int f = 0; f < given.fields; ++f) {
    const auto expected = make_lines(given.model, given.lines, given.seed, f);
    const auto found = lines.of_field(f);
    double largest = 0;
    for (std::size_t i = 0; i < one; ++i) {
      const double difference = std::abs(double{found[i]} - expected[i]);
      ASSERT_TRUE(std::isfinite(difference)) << f << ' ' << i;
      largest = std::max(largest, difference);
    }
    EXPECT_LT(largest, tolerance) << f;
  }
}

TEST(TurningBandsDeviceLines, AreThoseOfTheHost) {
  for (const char* maker : {"power_law", "spectrum", "covariance"}) {
    for (const int fields : {1, 3}) {
      const auto given = problem_at({{"n", 20},
                                     {"lines", 33},
                                     {"fields", fields},
                                     {"seed", 4},
                                     {"line_maker", maker},
                                     {"a", 4.0}});
      expect_lines_of_the_host<double>(given, 1e-12);
      expect_lines_of_the_host<float>(given, 1e-5);
    }
  }
}

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
    expect_lines_of_the_host<double>(given, 1e-12);
  }
}

}  // namespace
}  // namespace turning_bands
