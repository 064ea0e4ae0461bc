// The verification refuses what is wrong, and a right variant as seldom as it says.
#include "variants/pcpd/verification.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

#include "kernels/pcpd/host_lattices.h"
#include "kernels/support/students_t.h"

namespace pcpd {
namespace {

const problem usual{{.p = 0.152473, .d = 0.5, .length = 32 * 32 * 12, .time = 2, .lattices = 8},
                    {}};

/// Also of two lattices, which may have the same counts.
TEST(PcpdVerification, AcceptsFreshDraws) {
  for (const int lattices : {2, 8}) {
    problem few = usual;
    few.lattices = lattices;
    const outcome exact = reference(few);
    for (int draw = 0; draw < 100; ++draw) {
      const outcome words = run_multispin(few, {.items = 32}, draw);
      EXPECT_TRUE(compare(few, words, exact).correct()) << compare(few, words, exact).note;
      const outcome sites = run_site_by_site(few, draw);
      EXPECT_TRUE(compare(few, sites, exact).correct()) << compare(few, sites, exact).note;
      EXPECT_TRUE(compare(few, sites, words).correct()) << compare(few, sites, words).note;
    }
  }
}

/// The ring of the exact values is small where quadruples annihilate.
TEST(PcpdVerification, AcceptsQuadruples) {
  problem large = usual;
  large.model = model::qcpd, large.p = 0.9, large.d = 0.1, large.length = 1 << 17;
  large.lattices = 40;
  const auto compared = compare(large, run_site_by_site(large, 0), reference(large));
  EXPECT_TRUE(compared.correct()) << compared.note;
}

TEST(PcpdVerification, RefusesWhatIsWrong) {
  problem many = usual;
  many.lattices = 32;
  const outcome exact = reference(many), right = run_multispin(many, {.items = 32}, 0);
  const int last = static_cast<int>(right.times.size()) - 1;
  const std::function<void(outcome&)> wrong[] = {
      [](outcome& run) { run.words[0] ^= 1; },
      [](outcome& run) { run.words.back() ^= 1u << 31; },
      [&](outcome& run) { ++run.particles[last * many.lattices]; },
      [&](outcome& run) { --run.pairs[(last - 1) * many.lattices]; },
      [&](outcome& run) { run.density[last].value += 0.05; },
      [&](outcome& run) { run.density[last - 1].value -= 0.05; },
      [&](outcome& run) { run.pair_density[last].value += 0.08; },
      [&](outcome& run) { run.pair_density[last - 1].value -= 0.08; },
      [](outcome& run) { ++run.drawn.draw; },
  };
  for (std::size_t i = 0; i < std::size(wrong); ++i) {
    outcome run = right;
    wrong[i](run);
    EXPECT_FALSE(compare(many, run, exact).correct()) << i;
  }
  problem other = many;
  other.p *= 1.3;
  EXPECT_FALSE(compare(many, run_multispin(other, {.items = 32}, 0), exact).correct());
  EXPECT_FALSE(compare(many, run_site_by_site(other, 0), exact).correct());
}

/// "largest deviation 0.14 of what is allowed, ..."
double deviation_in(const std::string& note) {
  const std::string before = "largest deviation ";
  return std::stod(note.substr(note.find(before) + before.size()));
}

/// Normal deviates about the exact values: 4 densities, each allowed what 1e-6 / 8 lie beyond on
/// either side. That is too rare to be counted, so what 5e-5 / 8 lie beyond is. Few lattices, so
/// that Student's quantile is far from the normal one.
TEST(PcpdVerification, RaisesAsManyFalseAlarmsAsItSays) {
  problem large = usual;
  large.length = 1'000'000'000, large.lattices = 3;
  const outcome exact = reference(large);
  std::mt19937 random(1);
  const auto draw = [&](const exact_value& about) {
    const double sites = static_cast<double>(large.length);
    return static_cast<std::uint32_t>(
        std::normal_distribution<>(about.continuous * sites, 1e-3 * sites)(random));
  };
  const double counted = retime::upper_quantile(5e-5 / 8, 2) / retime::upper_quantile(1e-6 / 8, 2);
  int alarms = 0;
  for (int i = 0; i < 400'000; ++i) {
    outcome run{.times = {1, 2}, .lattices = large.lattices, .sequential = true};
    for (const exact_densities& densities : exact.exact) {
      for (int n = 0; n < large.lattices; ++n) {
        run.particles.push_back(draw(densities.particles));
        run.pairs.push_back(draw(densities.pairs));
      }
    }
    estimate_densities(run, large.length);
    alarms += deviation_in(compare(large, run, exact).note) > counted;
  }
  EXPECT_GE(alarms, 7);  // 20 are expected
  EXPECT_LE(alarms, 36);
}

}  // namespace
}  // namespace pcpd
