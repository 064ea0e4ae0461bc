#include <gtest/gtest.h>

#include "tests/cahn_hilliard/fields.h"

namespace cahn_hilliard {
namespace {

summary of_start(const settings& s) { return summarise(s, make_problem(s).start); }

TEST(CahnHilliardObservables, LengthScaleOfAWaveIsItsWavelength) {
  for (const auto& [n, dim, wave, waves] : {std::tuple{49, 2, "mode=3:4:0.1", 5.0},
                                            {50, 2, "mode=3:4:0.1", 5.0},
                                            {18, 3, "mode=1:2:2:0.1", 3.0}}) {
    settings s{.n = n, .dim = dim, .mean = 0.3, .double_precision = true, .initial = wave};
    EXPECT_NEAR(of_start(s).length_scale, n / waves, 1e-9);
    s.edge = boundary::mirror;
    EXPECT_NEAR(of_start(s).length_scale, 2 * n / waves, 1e-9);
  }
}

TEST(CahnHilliardObservables, AFlatFieldHasItsBulkEnergyAndNoLength) {
  const summary flat =
      of_start({.n = 12, .mean = 0.5, .noise = 0, .b = 2, .u = 3, .double_precision = true});
  EXPECT_DOUBLE_EQ(flat.mean, 0.5);
  EXPECT_DOUBLE_EQ(flat.free_energy, -2 * 0.25 / 2 + 3 * 0.0625 / 4);
  EXPECT_EQ(flat.length_scale, 0);
  EXPECT_EQ(flat.min, flat.max);
}

TEST(CahnHilliardObservables, NoiseDependsOnSeedAndCellAlone) {
  settings s = double_precision(64, 1);
  const auto first = doubles(make_problem(s).start);
  EXPECT_EQ(first, doubles(make_problem(s).start));
  s.double_precision = false;
  const field single = make_problem(s).start;
  EXPECT_EQ(std::get<std::vector<float>>(single)[77], static_cast<float>(first[77]));
  s.double_precision = true;
  s.seed = 2;
  EXPECT_NE(first, doubles(make_problem(s).start));
  s.seed = 1;
  const summary drawn = of_start(s);
  EXPECT_NEAR(drawn.mean, 0, 5 * 0.1 / std::sqrt(3.0) / 64);
  EXPECT_GT(drawn.max, 0.099);
  EXPECT_LT(drawn.max, 0.1);
}

}  // namespace
}  // namespace cahn_hilliard
