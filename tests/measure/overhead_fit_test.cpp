#include "harness/measure/overhead_fit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/measure/streams.h"

namespace retime {
namespace {

constexpr double ns_per_cycle = 1 / 1.98;

/// Spins of 2, 4 and 8 us whose readings are `offset_ns` too long, with noise of 20 ns, a clock
/// that ticks every 32 ns, and one in ten readings late by microseconds.
std::vector<known_readings> spins(double offset_ns, std::uint64_t seed, double slope) {
  const auto noise = test::normal(1000, 0.02)(seed);
  std::vector<known_readings> readings;
  for (const double spin_ns : {2e3, 4e3, 8e3}) {
    readings.push_back({.cycles = spin_ns / ns_per_cycle, .readings_ns = {}});
    for (int i = 0; i < 16; ++i) {
      const double late_ns = i % 10 == 7 ? 5000 : 0;
      const double exact_ns = readings.back().cycles * slope + offset_ns + noise() - 1000 + late_ns;
      readings.back().readings_ns.push_back(32 * std::round(exact_ns / 32));
    }
  }
  return readings;
}

TEST(overhead_fit, finds_the_offset_of_exact_readings) {
  EXPECT_NEAR(reading_of_none({{1000, {1500}}, {3000, {2500}}, {5000, {3500}}}), 1000, 1e-9);
}

TEST(overhead_fit, finds_the_offset_under_noise_ticks_and_late_readings) {
  double mean_ns = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const double found_ns = reading_of_none(spins(3448, seed, ns_per_cycle));
    EXPECT_NEAR(found_ns, 3448, 60) << seed;
    mean_ns += found_ns / 200;
  }
  EXPECT_NEAR(mean_ns, 3448, 8);
}

TEST(overhead_fit, a_clock_that_has_moved_by_a_tenth_does_not_move_the_offset) {
  double mean_ns = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    mean_ns += reading_of_none(spins(3448, seed, 1.1 * ns_per_cycle)) / 200;
  EXPECT_NEAR(mean_ns, 3448, 8);
}

}  // namespace
}  // namespace retime
