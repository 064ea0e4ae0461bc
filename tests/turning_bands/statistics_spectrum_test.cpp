// Shell-averaged spectra: white noise, plane waves and fields made of Fourier modes.
#include <fftw3.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/turning_bands/spectrum.h"
#include "tests/turning_bands/targets.h"
#include "tests/turning_bands/white_noise.h"

namespace turning_bands {
namespace {

/// The sum over the shells of power x modes: by Parseval the field's squares.
double total(const shells& s) {
  return std::inner_product(s.power.begin(), s.power.end(), s.modes.begin(), 0.0);
}

std::vector<double> plane_wave(const extents& n, double kx, double ky, double kz) {
  std::vector<double> field(n.cells());
  for (int x = 0; x < n.x; ++x)
    for (int y = 0; y < n.y; ++y)
      for (int z = 0; z < n.z; ++z)
        field[cell_at(n, x, y, z)] = std::cos(kx * x + ky * y + kz * z + 0.4);
  return field;
}

TEST(TurningBandsSpectrum, OfWhiteNoiseIsItsVariance) {
  const extents n{40, 64, 48};
  auto field = white_noise(n.cells(), 1);
  for (double& value : field) value *= 3;
  for (const bool periodic : {true, false}) {
    const auto found = shell_spectrum<double>(field, n, periodic);
    ASSERT_EQ(found.k.size(), 20u);
    EXPECT_EQ(found.mixing > 0, !periodic);
    for (std::size_t i = 0; i < found.k.size(); ++i) {
      EXPECT_NEAR(found.k[i], 2 * pi / 40 * static_cast<double>(i + 1), 2 * pi / 40 * 0.5);
      // k and -k are one; a Hann window makes (35/18)^3 modes say what one says.
      const double independent = found.modes[i] / 2 / (periodic ? 1 : 7.35);
      EXPECT_NEAR(found.power[i], 9, 9 * 5 / std::sqrt(independent)) << i;
    }
    EXPECT_NEAR(total(found) / std::accumulate(found.modes.begin(), found.modes.end(), 0.0), 9,
                0.3);
  }
}

TEST(TurningBandsSpectrum, OfFieldsAtATimeIsThatOfEachAlone) {
  const extents n{12, 10, 9};
  const auto field = white_noise(n.cells(), 1);
  const auto alone = shell_spectrum<double>(field, n, true).power;
  std::vector<std::vector<double>> power(200);
#pragma omp parallel for num_threads(8)
  for (int f = 0; f < 200; ++f) power[f] = shell_spectrum<double>(field, n, true).power;
  for (const auto& of_field : power) EXPECT_EQ(of_field, alone);
}

TEST(TurningBandsSpectrum, CountsEachModeOnce) {
  for (const extents n : {extents{12, 10, 9}, extents{8, 8, 8}, extents{1, 16, 11}}) {
    const double width = 2 * pi / (n.x == 1 ? 11 : std::min({n.x, n.y, n.z}));
    std::vector<double> modes(20), wave_numbers(20);
    for (int x = 0; x < n.x; ++x)
      for (int y = 0; y < n.y; ++y)
        for (int z = 0; z < n.z; ++z) {
          const auto along = [](int i, int cells) {
            return 2 * pi * std::min(i, cells - i) / cells;
          };
          const double k = std::hypot(along(x, n.x), along(y, n.y), along(z, n.z));
          if (k > pi + 1e-9) continue;
          modes[std::lround(k / width)] += 1;
          wave_numbers[std::lround(k / width)] += k;
        }
    const auto found = shell_spectrum<double>(std::vector<double>(n.cells(), 1.0), n, true);
    for (std::size_t i = 0; i < found.k.size(); ++i) {
      EXPECT_EQ(found.modes[i], modes[i + 1]) << i;
      EXPECT_NEAR(found.k[i], wave_numbers[i + 1] / modes[i + 1], 1e-12);
      EXPECT_NEAR(found.power[i], 0, 1e-20);  // a constant has none
    }
    EXPECT_EQ(std::accumulate(found.modes.begin(), found.modes.end(), modes[0]),
              std::accumulate(modes.begin(), modes.end(), 0.0));
  }
}

TEST(TurningBandsSpectrum, FindsAPlaneWave) {
  const extents n{32, 64, 48};
  const double kx = 2 * pi * 3 / 32, ky = -2 * pi * 5 / 64, kz = 2 * pi * 11 / 48;
  const double k = std::hypot(kx, ky, kz);
  auto field = plane_wave(n, kx, ky, kz);
  for (double& value : field) value += 7;  // the mean, which is removed
  const auto periodic = shell_spectrum<double>(field, n, true);
  const auto shell = std::lround(k / (2 * pi / 32)) - 1;
  EXPECT_NEAR(periodic.power[shell] * periodic.modes[shell], static_cast<double>(n.cells()) / 2,
              1e-6);
  EXPECT_NEAR(total(periodic), static_cast<double>(n.cells()) / 2, 1e-6);

  // Anywhere between modes: the window spreads it over two modes to each side, not farther.
  const auto between = plane_wave(n, kx + 0.08, ky, kz - 0.05);
  const double k_between = std::hypot(kx + 0.08, ky, kz - 0.05);
  const auto windowed = shell_spectrum<double>(between, n, false);
  EXPECT_NEAR(total(windowed), static_cast<double>(n.cells()) / 2,
              1e-3 * static_cast<double>(n.cells()));
  double near = 0;
  for (std::size_t i = 0; i < windowed.k.size(); ++i)
    if (std::abs(windowed.k[i] - k_between) < 2.5 * 2 * pi / 32)
      near += windowed.power[i] * windowed.modes[i];
  EXPECT_GT(near, 0.999 * total(windowed));
}

TEST(TurningBandsSpectrum, ObeysParseval) {
  const extents n{24, 20, 30};
  std::vector<double> field(n.cells());
  for (int i = 1; i <= 6; ++i) {
    const auto wave = plane_wave(n, 2 * pi * i / 24, 2 * pi * (i % 4) / 20, 2 * pi * (7 - i) / 30);
    for (std::size_t cell = 0; cell < field.size(); ++cell) field[cell] += i * wave[cell];
  }
  const double squares = std::inner_product(field.begin(), field.end(), field.begin(), 0.0);
  EXPECT_NEAR(total(shell_spectrum<double>(field, n, true)) / squares, 1, 1e-12);
  std::vector<float> single(field.begin(), field.end());
  EXPECT_NEAR(total(shell_spectrum<float>(single, n, true)) / squares, 1, 1e-6);
}

TEST(TurningBandsSpectrum, SamplesALargeMeshByItsFirstBlock) {
  const extents n{3, 300, 20}, first{3, 256, 20};
  const auto field = white_noise(n.cells(), 3);
  std::vector<double> cut;
  for (int x = 0; x < 3; ++x)
    cut.insert(cut.end(), field.begin() + cell_at(n, x, 0, 0),
               field.begin() + cell_at(n, x, 256, 0));
  const auto sampled = shell_spectrum<double>(field, n, true);
  EXPECT_GT(sampled.mixing, 0);  // a block of a periodic field is not periodic
  EXPECT_EQ(sampled.power, shell_spectrum<double>(cut, first, false).power);
}

/// Periodic; Gaussian modes of power k^index.
std::vector<double> power_law_field(const extents& n, double index, std::uint64_t seed) {
  std::vector<double> field = white_noise(n.cells(), seed);
  const int columns = n.z / 2 + 1;
  auto* modes = fftw_alloc_complex(static_cast<std::size_t>(n.x) * n.y * columns);
  const auto forward = fftw_plan_dft_r2c_3d(n.x, n.y, n.z, field.data(), modes, FFTW_ESTIMATE);
  const auto backward = fftw_plan_dft_c2r_3d(n.x, n.y, n.z, modes, field.data(), FFTW_ESTIMATE);
  fftw_execute(forward);
  const auto along = [](int i, int cells) { return 2 * pi * std::min(i, cells - i) / cells; };
  for (int x = 0; x < n.x; ++x)
    for (int y = 0; y < n.y; ++y)
      for (int z = 0; z < columns; ++z) {
        const double k = std::hypot(along(x, n.x), along(y, n.y), along(z, n.z));
        const double amplitude = k > 0 ? std::pow(k, index / 2) : 0;
        auto& mode = modes[(static_cast<std::int64_t>(x) * n.y + y) * columns + z];
        mode[0] *= amplitude / static_cast<double>(n.cells());
        mode[1] *= amplitude / static_cast<double>(n.cells());
      }
  fftw_execute(backward);
  fftw_destroy_plan(forward);
  fftw_destroy_plan(backward);
  fftw_free(modes);
  return field;
}

TEST(TurningBandsSpectralIndex, IsThatOfTheField) {
  for (const extents n : {extents{64, 64, 64}, extents{80, 64, 96}})
    for (const double index : {-2.0, -3.9, 0.5}) {
      const auto fit =
          spectral_index(shell_spectrum<double>(power_law_field(n, index, 11), n, true));
      ASSERT_TRUE(fit);
      EXPECT_NEAR(fit->value, index, 0.05);
      EXPECT_NEAR(fit->value, index, 5 * fit->error);
      EXPECT_LT(fit->error, 0.02);
    }
}

/// And scatters as its error says; also in two dimensions.
TEST(TurningBandsSpectralIndex, IsThatOfTheFieldThroughTheWindow) {
  const int fields = 100;
  for (const extents n : {extents{40, 40, 40}, extents{1, 96, 120}})
    for (const double index : {-2.0, -3.9, 0.5}) {
      double mean = 0, squares = 0, claimed = 0;
      for (int seed = 0; seed < fields; ++seed) {
        const auto fit =
            spectral_index(shell_spectrum<double>(power_law_field(n, index, seed), n, false));
        mean += fit->value / fields;
        squares += fit->value * fit->value / fields;
        claimed += fit->error * fit->error / fields;
      }
      EXPECT_NEAR(mean, index, 3 * std::sqrt(claimed / fields));
      EXPECT_NEAR(std::sqrt(squares - mean * mean) / std::sqrt(claimed), 1, 0.2);
    }
}

/// y = 1, 2, 4 at x = 0, 1, 2 with weights 1, 2, 1: slope 1.5, sum of squares about the line 1/4.
TEST(TurningBandsSpectralIndex, IsWeightedLeastSquares) {
  const double e = std::numbers::e;
  const shells s{.k = {0.5, 1, e, e * e, 20},
                 .power = {1e9, std::exp(1), std::exp(2), std::exp(4), 1e-9},
                 .modes = {5, 1, 2, 1, 5}};
  const auto fit = spectral_index(s, 1, 8);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->value, 1.5, 1e-12);
  EXPECT_NEAR(fit->error, std::sqrt(0.25 / (1 * 2)), 1e-12);
  EXPECT_FALSE(spectral_index(s, 1, e));
  EXPECT_FALSE(spectral_index(shells{}));
}

/// Fields of the indices -2 and -2.02 in turn, all with the same wave on their power laws.
std::vector<shells> wavy_power_laws(int fields) {
  std::vector<shells> each(fields);
  for (int f = 0; f < fields; ++f)
    for (int i = 1; i <= 50; ++i) {
      each[f].k.push_back(i);
      each[f].power.push_back(std::pow(i, f % 2 ? -2.02 : -2.0) * (1.5 + std::sin(i)));
      each[f].modes.push_back(i * i);
    }
  return each;
}

TEST(TurningBandsSpectralIndex, OfManyFieldsIsAsSureAsTheyAgree) {
  const auto fit = spectral_index(wavy_power_laws(16));
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->value, spectral_index(wavy_power_laws(1))->value - 0.01, 1e-3);
  EXPECT_NEAR(fit->error, 0.01 / std::sqrt(15), 1e-12);
}

/// A few scatter by chance: as many say nothing of their error.
TEST(TurningBandsSpectralIndex, OfFewFieldsIsAsSureAsTheMeanIsAPowerLaw) {
  const auto each = wavy_power_laws(7);
  EXPECT_EQ(spectral_index(each)->error, spectral_index(mean_of(each))->error);
  EXPECT_GT(spectral_index(each)->error, 0.02);
}

}  // namespace
}  // namespace turning_bands
