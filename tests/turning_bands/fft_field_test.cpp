// Fields by a 3-D FFT have the power of the target in every mode.
#include "kernels/turning_bands/fft_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <set>

#include "harness/run/run_once.h"
#include "kernels/support/random.h"
#include "kernels/turning_bands/modes.h"
#include "tests/turning_bands/problems.h"
#include "tests/variants/check_variants.h"

namespace turning_bands {
namespace {

constexpr extents meshes[] = {{6, 5, 4}, {5, 4, 7}, {4, 4, 4}, {1, 6, 8}, {7, 1, 1}, {2, 2, 2}};

constexpr double pi = std::numbers::pi;

problem field_on(const extents& mesh) {
  return problem_at({{"nx", mesh.x},
                     {"ny", mesh.y},
                     {"nz", mesh.z},
                     {"lines", 2},
                     {"seed", 6},
                     {"line_maker", "covariance"},
                     {"a", 2.0}});
}

/// sum over all cells of f exp(-i k.x), as it is written.
std::complex<double> mode_by_hand(const field& made, const extents& n, int kx, int ky, int kz) {
  std::complex<double> sum;
  for (int x = 0; x < n.x; ++x)
    for (int y = 0; y < n.y; ++y)
      for (int z = 0; z < n.z; ++z) {
        const double turns = double(kx) * x / n.x + double(ky) * y / n.y + double(kz) * z / n.z;
        sum += made.at((std::size_t(x) * n.y + y) * n.z + z) * std::polar(1.0, -2 * pi * turns);
      }
  return sum;
}

TEST(TurningBandsModes, AreNumberedThroughTheHalfThatIsStored) {
  for (const extents& mesh : meshes) {
    ASSERT_EQ(half_modes(mesh), std::int64_t{mesh.x} * mesh.y * (mesh.z / 2 + 1));
    for (std::int64_t id = 0; id < half_modes(mesh); ++id) {
      const mode m = mode_of(mesh, id);
      EXPECT_EQ(id_of(mesh, m), id);
      EXPECT_TRUE(m.x < mesh.x && m.y < mesh.y && m.z <= mesh.z / 2);
      const mode other = conjugate_of(mesh, m);
      EXPECT_EQ(conjugate_of(mesh, other), m);
      EXPECT_NEAR(wave_number(mesh, other), wave_number(mesh, m), 1e-14);
    }
  }
  constexpr extents large{256, 256, 256};  // and no 257
  EXPECT_EQ(half_modes(large), 256 * 256 * 129);
  EXPECT_NEAR(wave_number(large, {128, 0, 0}), pi, 1e-15);
  EXPECT_NEAR(wave_number(large, {255, 0, 0}), 2 * pi / 256, 1e-15);
  EXPECT_NEAR(wave_number(large, {1, 254, 2}), 2 * pi / 256 * 3, 1e-15);
  constexpr extents huge{4096, 4096, 4096};
  const mode last = mode_of(huge, half_modes(huge) - 1);
  EXPECT_EQ(last, (mode{4095, 4095, 2048}));
}

/// Hermitian, so that the field is real; other phases in each pair.
TEST(TurningBandsModes, OfKAndOfMinusKAreConjugate) {
  const auto word_of = [](std::int64_t id) {
    return static_cast<std::uint32_t>(retime::random_bits(3, id));
  };
  for (const extents& mesh : meshes) {
    const problem given = field_on(mesh);
    std::set<double> phases;
    int pairs = 0;
    for (std::int64_t id = 0; id < half_modes(mesh); ++id) {
      const mode m = mode_of(mesh, id), other = conjugate_of(mesh, m);
      const auto here = random_mode(mesh, m, given.spectrum, word_of);
      const auto there = random_mode(mesh, other, given.spectrum, word_of);
      const bool on_a_plane = m.z == 0 || 2 * m.z == mesh.z;
      EXPECT_EQ(there.re, here.re);
      EXPECT_EQ(there.im, on_a_plane ? -here.im : here.im);
      EXPECT_EQ(is_own_conjugate(mesh, m),
                on_a_plane && 2 * m.x % mesh.x == 0 && 2 * m.y % mesh.y == 0);
      const double power = here.re * here.re + here.im * here.im;
      const double wanted = given.spectrum.power(wave_number(mesh, m));
      EXPECT_NEAR(power * static_cast<double>(mesh.cells()), wanted, 1e-12 * wanted);
      if (is_own_conjugate(mesh, m) || (on_a_plane && id_of(mesh, other) < id)) continue;
      ++pairs;
      phases.insert(std::atan2(here.im, here.re));
    }
    EXPECT_EQ(phases.size(), static_cast<std::size_t>(pairs));
  }
}

TEST(TurningBandsFftField, HasThePowerOfTheTargetInEveryMode) {
  for (const extents& mesh : meshes) {
    const problem given = field_on(mesh);
    const field made = field_by_fft(given);
    ASSERT_EQ(made.size(), static_cast<std::size_t>(mesh.cells()));
    EXPECT_EQ(made.by, method::fft);
    for (int x = 0; x < mesh.x; ++x)
      for (int y = 0; y < mesh.y; ++y)
        for (int z = 0; z < mesh.z; ++z) {
          const auto centred = [](int i, int n) { return 2 * pi * (2 * i <= n ? i : i - n) / n; };
          const double k = std::hypot(centred(x, mesh.x), centred(y, mesh.y), centred(z, mesh.z));
          const double power = std::norm(mode_by_hand(made, mesh, x, y, z));
          const double wanted = given.spectrum.power(k) * static_cast<double>(mesh.cells());
          EXPECT_NEAR(power / wanted, 1, 1e-6) << x << ' ' << y << ' ' << z;
        }
  }
}

TEST(TurningBandsFftField, IsAnotherForEachSeed) {
  problem given = field_on({6, 5, 4});
  const field one = field_by_fft(given);
  given.seed = 7;
  EXPECT_FALSE(field_by_fft(given).values == one.values);
}

TEST(TurningBandsFftField, OfTheDeviceIsThatOfTheHost) {
  const auto& family = tests::family_named("turning_bands");
  for (const extents& mesh : meshes) {
    for (const char* precision : {"double", "float"}) {
      const tests::workload at(
          family,
          {{"nx", mesh.x}, {"ny", mesh.y}, {"nz", mesh.z}, {"lines", 2}, {"precision", precision}});
      const auto& given = *static_cast<const problem*>(at.problem.get());
      const field expected = field_by_fft(given);
      for (const auto* which : tests::variants_of(family)) {
        if (which->id != "fft_3d") continue;
        const auto answer =
            retime::run_once(*which->prepare(at.problem, tests::tuned(at, *which))).answer;
        const auto& found = *static_cast<const field*>(answer.get());
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i)
          EXPECT_NEAR(found.at(i), expected.at(i), *precision == 'd' ? 1e-13 : 1e-5);
      }
    }
  }
}

}  // namespace
}  // namespace turning_bands
