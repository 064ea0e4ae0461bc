// Lines, as they are made, have the covariance of their model.
#include <gtest/gtest.h>

#include "kernels/turning_bands/host_lines.h"
#include "tests/turning_bands/estimate.h"
#include "tests/turning_bands/targets.h"

namespace turning_bands {
namespace {

TEST(TurningBandsLines, HaveTheCovarianceOfTheirModel) {
  constexpr int length = 48, lines = 20'000;
  for (const target& wanted :
       {of_power_law(-2), of_power_law(-3), of_power_law(-1, correction::hold, 4),
        of_spectrum("k6_exp", 3, 1), of_covariance("exponential", 6, 1)}) {
    SCOPED_TRACE(wanted.function);
    const line_model model = make_line_model(wanted, length);
    const auto expected = model.line_covariance();
    const auto samples = make_lines(model, lines, 11, 2);
    ASSERT_EQ(samples.size(), std::size_t{lines} * length);
    for (const int lag : {0, 1, 2, 3, 5, 13, 47}) {
      estimate along, at_the_start;
      for (int l = 0; l < lines; ++l) {
        const double* line = samples.data() + l * length;
        double products = 0;
        for (int i = 0; i + lag < length; ++i) products += line[i] * line[i + lag];
        along.add(products / (length - lag));
        at_the_start.add(line[0] * line[lag]);
      }
      EXPECT_NEAR(along.mean(), expected[lag], 5 * along.error()) << lag;
      EXPECT_NEAR(at_the_start.mean(), expected[lag], 5 * at_the_start.error()) << lag;
      EXPECT_LT(along.error(), 0.02 * expected[0]) << lag;
    }
  }
}

}  // namespace
}  // namespace turning_bands
