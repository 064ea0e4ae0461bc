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

/// A variant, and how it finds its sites where it can do so in several ways.
struct member {
  const retime::variant* variant;
  retime::axis_values sites{};
};

std::vector<member> members() {
  std::vector<member> found;
  for (const auto* variant : tests::variants_of(tests::family_named("pcpd"))) {
    const auto sites = std::ranges::find(variant->axes, "sites", &retime::tuning_axis::name);
    if (sites == variant->axes.end()) {
      found.push_back({variant});
    } else {
      for (const auto& value : sites->values) found.push_back({variant, {{"sites", value}}});
    }
  }
  return found;
}

std::string name_of(const member& each) {
  return each.variant->id +
         (each.sites.empty() ? "" : " " + retime::to_text(each.sites.at("sites")));
}

outcome run(const member& each, const problem& input) {
  const retime::variant& variant = *each.variant;
  retime::point point;
  for (const auto& axis : variant.axes) point.set(axis.name, axis.default_value);
  for (const auto& [name, value] : each.sites) point.set(name, value);
  for (const auto& [name, value] : items_32)
    if (point.has(name)) point.set(name, value);
  const retime::erased kept = std::make_shared<const problem>(input);
  const auto runner = variant.prepare(kept, point);
  return retime::as<outcome>(retime::cases::run_once(*runner).answer);
}

problem random_start(model model, double p, double d, double density) {
  return {{.model = model,
           .p = p,
           .d = d,
           .length = length,
           .time = 8,
           .lattices = 2,
           .start = start_kind::random,
           .density = density,
           .decorrelation = 0,
           .seed = 5}};
}

void for_all(auto check) {
  for (const member& variant : members()) {
    for (const model each : {model::dp, model::pcpd, model::tcpd, model::qcpd}) {
      SCOPED_TRACE(name_of(variant) + ", tuple " + std::to_string(tuple(each)));
      check(variant, each);
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
    const tests::workload workload(
        family, {{"generator", generator}, {"length", "12288"}, {"time", 2}, {"lattices", 4}});
    std::size_t used = 0;
    problem small = random_start(model::pcpd, 0.1, 0.5, 0.5);
    small.time = 1, small.generator = generator_of(workload.point);
    for (const member& each : members()) {
      if (each.variant->invalid(tests::tuned(workload, *each.variant, items_32))) continue;
      ++used;
      const outcome got = run(each, small);
      EXPECT_TRUE(got.sequential || got.drawn.generator == small.generator) << name_of(each);
      auto tuning = items_32;
      tuning.insert(each.sites.begin(), each.sites.end());
      for (const auto& fault : faults_of(*each.variant, workload, {tuning})) ADD_FAILURE() << fault;
    }
    EXPECT_GT(used, 0u) << generator;
  }
}

TEST(PcpdTruths, ParticlesThatOnlyDiffuseAreConserved) {
  for_all([](const auto& variant, model model) {
    const problem input = random_start(model, 0.5, 1, 0.3);
    const outcome got = run(variant, input);
    along(got, [](auto before, auto after) { EXPECT_EQ(before, after); });
    std::uint32_t expected = 0;
    for (std::int64_t s = 0; s < length; ++s) expected += occupied_at_start(input, 0, s);
    EXPECT_EQ(got.particles[0], expected);
    EXPECT_NE(got.pairs.front(), got.pairs[2 * got.lattices]);
  });
}

TEST(PcpdTruths, CertainReactionsOnlyTakeOrOnlyGive) {
  for_all([](const auto& variant, model model) {
    const outcome fewer = run(variant, random_start(model, 1, 0.5, 0.8));
    along(fewer, [](auto before, auto after) { EXPECT_LT(after, before); });
    const outcome more = run(variant, random_start(model, 0, 0.5, 0.8));
    along(more, [](auto before, auto after) { EXPECT_LE(before, after); });
    EXPECT_LT(more.particles.front(), more.particles.back());
    EXPECT_EQ(run(variant, random_start(model, 0, 0.5, 1)).particles.back(), length);
    EXPECT_EQ(run(variant, random_start(model, 0.5, 0.5, 0)).particles.back(), 0u);
  });
}

TEST(PcpdTruths, WithoutDiffusionLessThanATupleIsFrozen) {
  for_all([](const auto& variant, model model) {
    problem input = random_start(model, 0.5, 0, 0);
    input.start = start_kind::file;
    for (std::int64_t s = 0; s < length; ++s) input.sites.push_back(s % tuple(model) != 0);
    const outcome got = run(variant, input);
    EXPECT_EQ(got.particles.back(), std::ranges::count(input.sites, 1));
    if (got.sequential) return;
    EXPECT_EQ(got.words, start_words(input, got.drawn.layout, 0, input.lattices));
  });
}

TEST(PcpdTruths, LeftIsAsRight) {
  problem input = random_start(model::pcpd, 0.1, 0.1, 0);
  input.start = start_kind::file, input.lattices = 20, input.time = 2;
  for (std::int64_t s = 0; s < length; ++s)
    input.sites.push_back("1101000000000000"[s % 16] == '1');
  problem mirrored = input;
  std::ranges::reverse(mirrored.sites);
  for (const member& variant : members()) {
    const auto straight = run(variant, input).pair_density,
               other = run(variant, mirrored).pair_density;
    for (std::size_t i = 0; i < straight.size(); ++i)
      EXPECT_NEAR(straight[i].value, other[i].value,
                  4.5 * std::hypot(straight[i].error, other[i].error))
          << name_of(variant);
  }
}

/// A launch takes 2^17 steps at most. What the GPU draws, the host draws too.
TEST(PcpdTruths, ALaunchGoesOnWhereTheLastEnded) {
  problem input = random_start(model::pcpd, 0.1, 0.5, 0.5);
  input.length = 32 * 32 * 4, input.time = (1 << 15) + 1, input.lattices = 1;
  for (const member& each : members()) {
    if (each.variant->id != "multispin") continue;
    const bool is_drawn = retime::to_text(each.sites.at("sites")) == "generator";
    const auto sites = is_drawn ? site_choice::drawn : site_choice::per_lattice;
    EXPECT_EQ(run(each, input).words, run_multispin(input, {.items = 32, .sites = sites}, 0).words)
        << name_of(each);
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
  problem input = random_start(model::pcpd, 1, 0, 1);
  input.lattices = 40;
  for (const member& variant : members()) {
    SCOPED_TRACE(name_of(variant));
    const outcome got = run(variant, input);
    for (std::size_t i = 0; i < got.times.size(); ++i) {
      const double left = std::exp(-got.times[i]), rho = std::exp(-2 * (1 - left));
      expect_density(got, i, rho, (2 * left + 4 * left * left) * rho);
    }
  }
}

/// With p = 1 and d = 1/3 a pair annihilates as fast as its particles would meet: as for walkers
/// that vanish when they meet, rho = exp(-x) I_0(x) at all times, x = 4 d t; late 1 / sqrt(2 pi x).
TEST(PcpdTruths, AnnihilatingWalkersDecayAsTheyMust) {
  problem input = random_start(model::pcpd, 1, 1 / 3.0, 1);
  input.length *= 4, input.time = 128, input.lattices = 64;
  const outcome got = run_multispin(input, {.items = 32, .threads = 0}, 0);
  for (std::size_t i = 1; i < got.times.size(); ++i) {
    const double x = 4 / 3.0 * got.times[i];
    const auto bessel = [&](int n) { return std::exp(-x) * std::cyl_bessel_i(n, x); };
    expect_density(got, i, bessel(0),
                   16 / 9.0 * ((bessel(0) + bessel(2)) / 2 - 2 * bessel(1) + bessel(0)));
  }
  const double late = 1 / std::sqrt(8 * std::numbers::pi / 3 * input.time);
  EXPECT_NEAR(got.density.back().value, late, 0.01 * late);
}

}  // namespace
}  // namespace pcpd
