// What every variant must do, whatever it draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/cases/run_once.h"
#include "kernels/pcpd/host_lattices.h"
#include "kernels/pcpd/start.h"
#include "tests/variants/check_variants.h"
#include "variants/form.h"
#include "variants/pcpd/parameters.h"

namespace pcpd {
namespace {

/// 12 sites an item, the fewest that all models and variants take, where 32 items are a block.
constexpr std::int64_t length = 32 * 32 * 12;
const retime::axis_values items_32{{"block", 32}, {"words_per_thread", 1}};

outcome run(const retime::variant& which, const problem& given) {
  retime::point at;
  for (const auto& axis : which.axes) at.set(axis.name, axis.default_value);
  for (const auto& [name, value] : items_32)
    if (at.has(name)) at.set(name, value);
  const retime::erased kept = std::make_shared<const problem>(given);
  const auto runner = which.prepare(kept, at);
  return retime::as<outcome>(retime::cases::run_once(*runner).answer);
}

problem random_start(model model, double p, double d, double density) {
  problem made;
  made.model = model, made.p = p, made.d = d, made.decorrelation = 0;
  made.length = length, made.time = 8, made.lattices = 2, made.seed = 5;
  made.start = start_kind::random, made.density = density;
  return made;
}

void for_all(auto check) {
  for (const auto* which : tests::variants_of(tests::family_named("pcpd"))) {
    for (const model each : {model::dp, model::pcpd, model::tcpd, model::qcpd}) {
      SCOPED_TRACE(which->id + ", tuple " + std::to_string(tuple(each)));
      check(*which, each);
    }
  }
}

/// The counts of each lattice, from a time to the next.
void along(const outcome& got, auto check) {
  for (std::size_t i = got.lattices; i < got.particles.size(); ++i)
    check(got.particles[i - got.lattices], got.particles[i]);
}

TEST(PcpdTruths, EveryGeneratorOfAVariantIsReplayed) {
  const auto& family = tests::family_named("pcpd");
  for (const char* generator : {"lfsr113", "well512", "philox", "philox7", "mwc64x"}) {
    const tests::workload on(
        family, {{"generator", generator}, {"length", "12288"}, {"time", 2}, {"lattices", 4}});
    std::size_t used = 0;
    problem small = random_start(model::pcpd, 0.1, 0.5, 0.5);
    small.time = 1, small.generator = generator_of(on.point);
    for (const auto* which : tests::variants_of(family)) {
      if (which->invalid(tests::tuned(on, *which, items_32))) continue;
      ++used;
      const outcome got = run(*which, small);
      EXPECT_TRUE(got.sequential || got.drawn.generator == small.generator) << which->id;
      for (const auto& fault : faults_of(*which, on, {items_32})) ADD_FAILURE() << fault;
    }
    EXPECT_GT(used, 0u) << generator;
  }
}

TEST(PcpdTruths, ParticlesThatOnlyDiffuseAreConserved) {
  for_all([](const auto& which, model model) {
    const problem given = random_start(model, 0.5, 1, 0.3);
    const outcome got = run(which, given);
    along(got, [](auto before, auto after) { EXPECT_EQ(before, after); });
    std::uint32_t expected = 0;
    for (std::int64_t s = 0; s < length; ++s) expected += occupied_at_start(given, 0, s);
    EXPECT_EQ(got.particles[0], expected);
    EXPECT_NE(got.pairs.front(), got.pairs[2 * got.lattices]);
  });
}

TEST(PcpdTruths, CertainReactionsOnlyTakeOrOnlyGive) {
  for_all([](const auto& which, model model) {
    const outcome taken = run(which, random_start(model, 1, 0.5, 0.8));
    along(taken, [](auto before, auto after) { EXPECT_LT(after, before); });
    const outcome given = run(which, random_start(model, 0, 0.5, 0.8));
    along(given, [](auto before, auto after) { EXPECT_LE(before, after); });
    EXPECT_LT(given.particles.front(), given.particles.back());
    EXPECT_EQ(run(which, random_start(model, 0, 0.5, 1)).particles.back(), length);
    EXPECT_EQ(run(which, random_start(model, 0.5, 0.5, 0)).particles.back(), 0u);
  });
}

TEST(PcpdTruths, WithoutDiffusionLessThanATupleIsFrozen) {
  for_all([](const auto& which, model model) {
    problem given = random_start(model, 0.5, 0, 0);
    given.start = start_kind::file;
    for (std::int64_t s = 0; s < length; ++s) given.sites.push_back(s % tuple(model) != 0);
    const outcome got = run(which, given);
    EXPECT_EQ(got.particles.back(), std::ranges::count(given.sites, 1));
    if (got.sequential) return;
    EXPECT_EQ(got.words, start_words(given, got.drawn.layout));
  });
}

TEST(PcpdTruths, LeftIsAsRight) {
  problem given = random_start(model::pcpd, 0.1, 0.1, 0);
  given.start = start_kind::file, given.lattices = 20, given.time = 2;
  for (std::int64_t s = 0; s < length; ++s)
    given.sites.push_back("1101000000000000"[s % 16] == '1');
  problem mirrored = given;
  std::ranges::reverse(mirrored.sites);
  for (const auto* which : tests::variants_of(tests::family_named("pcpd"))) {
    const auto one = run(*which, given).pair_density, other = run(*which, mirrored).pair_density;
    for (std::size_t i = 0; i < one.size(); ++i)
      EXPECT_NEAR(one[i].value, other[i].value, 4.5 * std::hypot(one[i].error, other[i].error))
          << which->id;
  }
}

/// A density against the one of continuous time and its second derivative: the layout adds
/// -t/2 rho'' / N_local.
void expect_density(const outcome& got, std::size_t i, double rho, double second) {
  const double t = got.times[i], n = got.sequential ? length : got.drawn.layout.local;
  EXPECT_NEAR(got.density[i].value, rho - t / 2 * second / n, 4 * got.density[i].error + 0.04 / n)
      << "t = " << t;
}

TEST(PcpdTruths, PairsThatOnlyAnnihilateLeaveWhatDimersLeave) {
  problem given = random_start(model::pcpd, 1, 0, 1);
  given.lattices = 40;
  for (const auto* which : tests::variants_of(tests::family_named("pcpd"))) {
    SCOPED_TRACE(which->id);
    const outcome got = run(*which, given);
    for (std::size_t i = 0; i < got.times.size(); ++i) {
      const double left = std::exp(-got.times[i]), rho = std::exp(-2 * (1 - left));
      expect_density(got, i, rho, (2 * left + 4 * left * left) * rho);
    }
  }
}

/// With p = 1 and d = 1/3 a pair annihilates as fast as its particles would meet: as for walkers
/// that vanish when they meet, rho = exp(-x) I_0(x) at all times, x = 4 d t; late 1 / sqrt(2 pi x).
TEST(PcpdTruths, AnnihilatingWalkersDecayAsTheyMust) {
  problem given = random_start(model::pcpd, 1, 1 / 3.0, 1);
  given.length *= 4, given.time = 128, given.lattices = 64;
  const outcome got = run_multispin(given, 32, 0, true);
  for (std::size_t i = 1; i < got.times.size(); ++i) {
    const double x = 4 / 3.0 * got.times[i];
    const auto bessel = [&](int n) { return std::exp(-x) * std::cyl_bessel_i(n, x); };
    expect_density(got, i, bessel(0),
                   16 / 9.0 * ((bessel(0) + bessel(2)) / 2 - 2 * bessel(1) + bessel(0)));
  }
  const double late = 1 / std::sqrt(8 * std::numbers::pi / 3 * given.time);
  EXPECT_NEAR(got.density.back().value, late, 0.01 * late);
}

}  // namespace
}  // namespace pcpd
