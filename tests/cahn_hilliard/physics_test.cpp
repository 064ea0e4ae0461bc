// What the equation demands of any correct solver: conservation, descent, growth rates, order,
// symmetries.
#include <gtest/gtest.h>

#include "tests/cahn_hilliard/fields.h"

namespace cahn_hilliard {
namespace {

TEST(CahnHilliardPhysics, ConservesMass) {
  settings s = double_precision(32, 10000);
  s.mean = -0.2;
  for (const auto edge : {boundary::periodic, boundary::mirror}) {
    s.edge = edge;
    s.double_precision = true;
    EXPECT_LT(mean_drift(s), 1e-12);
    s.double_precision = false;
    EXPECT_LT(mean_drift(s), 1e-6);
  }
  s = double_precision(10, 1000);
  s.dim = 3;
  s.edge = boundary::mirror;
  EXPECT_LT(mean_drift(s), 1e-12);
}

TEST(CahnHilliardPhysics, FreeEnergyNeverRises) {
  settings s = double_precision(64, 20);
  for (const auto method : {integrator::euler, integrator::rk2}) {
    s.method = method;
    s.dt = 0.02;
    auto problem = make_problem(s);
    double energy = summarise(s, problem.start).free_energy;
    for (int i = 0; i < 60; ++i) {
      problem.start = reference(problem);
      const double next = summarise(s, problem.start).free_energy;
      ASSERT_LT(next, energy) << "after " << 20 * (i + 1) << " steps";
      energy = next;
    }
    EXPECT_LT(energy, -0.04);
  }
}

struct wave {
  int x, y;
};

/// Factor by which one step multiplies a small wave around phi0, measured by projection on it.
double growth(const settings& s, wave k) {
  const auto amplitude = [&](const auto& phi) {
    double sum = 0;
    for (int y = 0; y < s.n; ++y) {
      for (int x = 0; x < s.n; ++x) {
        const double phase = 2 * std::numbers::pi * ((k.x * x + k.y * y) % s.n) / s.n;
        sum += (phi[static_cast<std::size_t>(y) * s.n + x] - s.mean) * std::cos(phase);
      }
    }
    return sum;
  };
  const auto problem = make_problem(s);
  return std::visit(amplitude, reference(problem)) / std::visit(amplitude, problem.start);
}

double sigma(const settings& s, wave k) {
  const double turn = 2 * std::numbers::pi / s.n;
  const double q = 4 - 2 * std::cos(turn * k.x) - 2 * std::cos(turn * k.y);
  return s.m * q * (s.b - 3 * s.u * s.mean * s.mean - s.k * q);
}

constexpr wave five_waves[] = {{1, 0}, {0, 3}, {5, 2}, {8, 8}, {20, 13}};

std::string mode_text(wave k, const char* amplitude) {
  return "mode=" + std::to_string(k.x) + ":" + std::to_string(k.y) + ":" + amplitude;
}

/// The growth of a vanishing wave: the cube's part is even in the amplitude, so two amplitudes rid
/// us of it, and both are large enough for rounding not to count.
double linear_growth(settings s, wave k) {
  s.initial = mode_text(k, "4e-4");
  const double small = growth(s, k);
  s.initial = mode_text(k, "8e-4");
  return (4 * small - growth(s, k)) / 3;
}

TEST(CahnHilliardPhysics, WavesGrowAsLinearTheorySays) {
  settings s = double_precision(64, 1);
  s.mean = 0.2;
  s.m = 0.9, s.b = 1.1, s.u = 1.2, s.k = 0.8;  // each in its place
  for (const wave k : five_waves) {
    const double x = sigma(s, k) * s.dt;
    s.method = integrator::rk2;
    EXPECT_NEAR(linear_growth(s, k), 1 + x + x * x / 2, 1e-12) << k.x << ":" << k.y;
    s.method = integrator::euler;
    EXPECT_NEAR(linear_growth(s, k), 1 + x, 1e-12) << k.x << ":" << k.y;
  }
}

TEST(CahnHilliardPhysics, WavesGrowInSinglePrecision) {
  settings s{.n = 64, .steps = 1};
  for (const wave k : five_waves) {
    s.initial = mode_text(k, "1e-3");
    const double x = sigma(s, k) * s.dt;
    EXPECT_NEAR(growth(s, k), 1 + x + x * x / 2, 1e-5) << s.initial;
  }
}

TEST(CahnHilliardPhysics, NothingGrowsBeyondTheSpinodal) {
  settings s = double_precision(64, 1);
  const wave longest{1, 0};
  s.initial = mode_text(longest, "1e-5");
  s.mean = 1 / std::sqrt(3.0) - 0.02;
  EXPECT_GT(growth(s, longest), 1);
  s.mean = 1 / std::sqrt(3.0) + 0.001;
  for (const wave k : five_waves) {
    s.initial = mode_text(k, "1e-5");
    EXPECT_LT(growth(s, k), 1) << s.initial;
  }
}

/// Largest error at time 0.32 of steps of dt, against steps far smaller.
double error_of(settings s, double dt) {
  const auto end_by = [&](double step) {
    s.dt = step;
    s.steps = std::llround(0.32 / step);
    return reference(make_problem(s));
  };
  return largest_difference<double>(end_by(dt), end_by(dt / 64));
}

TEST(CahnHilliardPhysics, Rk2IsOfSecondOrderAndEulerOfFirst) {
  settings s = double_precision(16, 1);
  s.initial = "mode=2:1:0.5";
  s.mean = 0.1;
  s.method = integrator::rk2;
  EXPECT_NEAR(error_of(s, 0.02) / error_of(s, 0.01), 4, 0.4);
  s.method = integrator::euler;
  EXPECT_NEAR(error_of(s, 0.02) / error_of(s, 0.01), 2, 0.2);
}

/// Steps of a field seen through `move`, move(phi, x, y), are the field's own steps seen through
/// it.
template <class Move>
void expect_symmetric(const settings& s, Move move) {
  const auto moved = [&](const field& phi) {
    const auto cell = [&](int x, int y) {
      return doubles(phi)[static_cast<std::size_t>(y) * s.n + x];
    };
    std::vector<double> to;
    for (int y = 0; y < s.n; ++y)
      for (int x = 0; x < s.n; ++x) to.push_back(move(cell, x, y));
    return to;
  };
  auto problem = make_problem(s);
  const auto expected = moved(reference(problem));
  problem.start = moved(problem.start);
  EXPECT_EQ(doubles(reference(problem)), expected);
}

TEST(CahnHilliardPhysics, KeepsTheLatticesSymmetriesBitForBit) {
  for (const int order : {0, 1, 2}) {  // as printed, by fluxes, mu first
    settings s = double_precision(21, 50);
    s.mean = 0.1;
    s.conserving = order == 1;
    s.by_potential = order == 2;
    for (const auto edge : {boundary::periodic, boundary::mirror}) {
      s.edge = edge;
      expect_symmetric(s, [](auto phi, int x, int y) { return phi(y, 20 - x); });
      expect_symmetric(s, [](auto phi, int x, int y) { return -phi(x, y); });
    }
    s.edge = boundary::periodic;
    expect_symmetric(s, [](auto phi, int x, int y) { return phi((x + 5) % 21, (y + 18) % 21); });
  }
}

TEST(CahnHilliardPhysics, LargestStableDtIsWhereStepsBlowUp) {
  settings s = double_precision(32, 4000);
  EXPECT_NEAR(largest_stable_dt(s, 0.1), 0.025, 1e-12);
  s.dim = 3;
  EXPECT_NEAR(largest_stable_dt(s, 0.1), 2.0 / 168, 1e-12);
  s.dim = 2;
  const auto stays_bounded = [&](double dt) {
    auto problem = make_problem(s);  // at the default dt: a larger one is refused
    problem.dt = dt;
    const summary end = summarise(s, reference(problem));
    return std::isfinite(end.mean) && end.max < 2 && end.min > -2;
  };
  EXPECT_TRUE(stays_bounded(0.0249));
  EXPECT_FALSE(stays_bounded(0.031));
}

}  // namespace
}  // namespace cahn_hilliard
