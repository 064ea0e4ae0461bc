#include "variants/pcpd/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "kernels/pcpd/reference.h"
#include "kernels/support/students_t.h"

namespace pcpd {
namespace {

constexpr int last_exact_time = 2;
// A verification is of two densities at two times: a case is verified dozens of times in several
// processes, and each draws anew.
constexpr double false_alarms = 1e-6;
constexpr double tail = false_alarms / (2 * last_exact_time) / 2;  // either side
// Errors of the exact values for single particles, pairs, ...
constexpr double ring_error[]{1e-8, 1e-6, 5e-5, 4e-3};
constexpr double replayed_moves = 1e6;  // 0.1 s, some ten times a process

/// Says what a replayed lattice shows to be wrong; nothing if it is equal.
std::optional<std::string> replay_differs(const problem& problem, const outcome& got, int until) {
  std::optional<std::string> wrong;
  const auto compare_counts = [&](int time, const std::vector<std::uint8_t>& sites) {
    const auto sampled = std::ranges::find(got.times, time);
    if (sampled == got.times.end() || wrong) return;
    const auto place = static_cast<std::size_t>(sampled - got.times.begin()) * got.lattices;
    std::uint32_t particles = 0, pairs = 0;
    for (std::size_t s = 0; s < sites.size(); ++s) {
      particles += sites[s];
      pairs += sites[s] & sites[s + 1 == sites.size() ? 0 : s + 1];
    }
    if (particles != got.particles[place] || pairs != got.pairs[place])
      wrong = fmt::format("lattice 0 has {} particles and {} pairs at t = {}, replayed {} and {}",
                          got.particles[place], got.pairs[place], time, particles, pairs);
  };
  const auto sites = replay(problem, got.drawn, 0, until, compare_counts);
  if (until < problem.time) return wrong;
  for (std::int64_t s = 0; s < problem.length && !wrong; ++s) {
    const layout& shape = got.drawn.layout;
    if ((got.words[shape.address(s)] >> shape.bit(s) & 1) != sites[s])
      wrong = fmt::format("site {} of lattice 0 differs from its replay", s);
  }
  return wrong;
}

/// Names a lattice whose sites at the end are not as many as were counted.
std::optional<std::string> words_differ(const outcome& got) {
  const auto size = static_cast<std::size_t>(got.drawn.layout.words());
  for (std::size_t n = 0, place = 0; place < got.words.size(); ++n) {
    std::uint32_t occupied = 0;
    for (const std::size_t end = place + size; place < end; ++place)
      occupied += std::popcount(got.words[place]);
    const std::uint32_t counted = got.particles[got.particles.size() - got.lattices + n];
    if (occupied != counted) {
      return fmt::format("lattice {} has {} particles in the end, but {} were counted", n, occupied,
                         counted);
    }
  }
  return std::nullopt;
}

struct deviation {
  double over_allowed = 0;
  std::string quantity = "none";
};

void add(deviation& worst, double difference, double allowed, const std::string& quantity) {
  const double ratio = difference == 0 ? 0 : std::abs(difference) / allowed;
  if (!(ratio <= worst.over_allowed)) worst = {ratio, quantity};
}

double slack(const outcome& run, const problem& problem, double share) {
  return run.sequential ? share / static_cast<double>(problem.length)
                        : share / run.drawn.layout.local;
}

/// How far the densities lie from the exact ones, or from those of another run.
deviation worst_deviation(const problem& problem, const outcome& got, const outcome& expected) {
  const bool exact = !expected.exact.empty();
  const double degrees = std::min(got.lattices, exact ? got.lattices : expected.lattices) - 1;
  deviation worst;
  if (degrees < 1) return worst;
  const double quantile = retime::upper_quantile(tail, degrees);
  const double local =
      got.sequential ? static_cast<double>(problem.length) : got.drawn.layout.local;
  // Counts are whole numbers: two lattices that have the same one are not certain of it.
  const double rounding = 1 / (std::sqrt(12 * (degrees + 1)) * static_cast<double>(problem.length));
  const auto check = [&](int t, const char* name, double share, const estimate& mine,
                         const estimate& theirs) {
    const double layouts =
        slack(got, problem, share) +
        (exact ? ring_error[tuple(problem.model) - 1] : slack(expected, problem, share));
    add(worst, mine.value - theirs.value,
        quantile * std::hypot(mine.error, theirs.error, rounding) + layouts,
        fmt::format("{} at t = {}", name, t));
  };
  for (int t = 1; t <= std::min(last_exact_time, problem.time); ++t) {
    const auto i = std::ranges::find(got.times, t) - got.times.begin();
    const estimate particles =
        exact ? estimate{expected.exact[t - 1].particles.at(local)} : expected.density[i];
    const estimate pairs =
        exact ? estimate{expected.exact[t - 1].pairs.at(local)} : expected.pair_density[i];
    check(t, "density", 0.04, got.density[i], particles);
    check(t, "pair density", 0.06, got.pair_density[i], pairs);
  }
  return worst;
}

}  // namespace

outcome reference(const problem& problem) {
  outcome exact;
  if (problem.start != start_kind::file) {
    exact.exact = solve_master_equation({tuple(problem.model), problem.p, problem.d},
                                        problem.start == start_kind::full ? 1 : problem.density,
                                        std::min(last_exact_time, problem.time));
  }
  return exact;
}

retime::verification compare(const problem& problem, const outcome& got, const outcome& expected) {
  const char* const metric = "deviation beyond chance";
  const bool is_reference = expected.times.empty();
  std::string note;
  if (is_reference && !got.sequential) {
    const auto until = static_cast<int>(std::min<double>(
        problem.time, std::max(1.0, replayed_moves / static_cast<double>(problem.length))));
    auto wrong = replay_differs(problem, got, until);
    if (!wrong) wrong = words_differ(got);
    if (wrong) return {metric, std::numeric_limits<double>::infinity(), 0, *wrong};
    note = fmt::format("lattice 0 is its replay up to t = {}; ", until);
  }
  if (is_reference && expected.exact.empty()) return {metric, 0, 0, note + "no exact values"};
  const deviation worst = worst_deviation(problem, got, expected);
  note += fmt::format("largest deviation {:.2g} of what is allowed, {}", worst.over_allowed,
                      worst.quantity);
  if (got.lattices < 2) note += "; a single lattice has no standard error";
  return {metric, worst.over_allowed <= 1 ? 0 : worst.over_allowed - 1, 0, note};
}

}  // namespace pcpd
