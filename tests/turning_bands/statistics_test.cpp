// Moments, their standard errors and histograms: plain sums and closed forms are the oracles.
#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <numbers>

#include "kernels/turning_bands/histogram.h"
#include "kernels/turning_bands/moments.h"
#include "tests/turning_bands/white_noise.h"

namespace turning_bands {
namespace {

template <class Real>
moments of_numbers(const std::vector<Real>& values) {
  return moments_of<Real>(values);
}

TEST(TurningBandsMoments, AreThoseOfKnownNumbers) {
  const auto few = of_numbers<double>({1, 2, 3, 10});  // central: -3, -2, -1, 6
  EXPECT_DOUBLE_EQ(few.mean, 4);
  EXPECT_DOUBLE_EQ(few.variance, 12.5);
  EXPECT_DOUBLE_EQ(few.skewness, 45 / std::pow(12.5, 1.5));
  EXPECT_DOUBLE_EQ(few.kurtosis, 348.5 / (12.5 * 12.5) - 3);

  // 1 ... n: variance (n^2 - 1)/12, excess kurtosis -6 (n^2 + 1) / (5 (n^2 - 1)).
  std::vector<float> ramp(200001);
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<float>(i + 1);
  const double squared = 200001.0 * 200001.0;
  const auto many = of_numbers(ramp);
  EXPECT_NEAR(many.mean, 100001, 1e-9);
  EXPECT_NEAR(many.variance / ((squared - 1) / 12), 1, 1e-12);
  EXPECT_NEAR(many.skewness, 0, 1e-12);
  EXPECT_NEAR(many.kurtosis, -1.2 * (squared + 1) / (squared - 1), 1e-11);
}

TEST(TurningBandsMoments, SurviveALargeMean) {
  std::vector<double> values(300000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1e9 + (i % 4 == 0 ? 3.0 : -1.0);
  const auto found = of_numbers(values);
  EXPECT_NEAR(found.mean, 1e9, 1e-6);
  EXPECT_NEAR(found.variance, 3, 1e-12);
  EXPECT_NEAR(found.skewness, 2 / std::sqrt(3.0), 1e-6);
  EXPECT_NEAR(found.kurtosis, 7.0 / 3 - 3, 1e-6);

  const auto constant = of_numbers(std::vector<double>(100000, 0.1));
  EXPECT_EQ(constant.mean, 0.1);
  EXPECT_EQ(constant.variance, 0);
  EXPECT_EQ(constant.kurtosis, 0);
}

TEST(TurningBandsMoments, AreTheSameOnAnyNumberOfThreads) {
  const auto values = white_noise(500000, 4);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const auto alone = of_numbers(values);
  omp_set_num_threads(3);
  const auto shared = of_numbers(values);
  omp_set_num_threads(threads);
  EXPECT_EQ(alone.mean, shared.mean);
  EXPECT_EQ(alone.variance, shared.variance);
  EXPECT_EQ(alone.skewness, shared.skewness);
  EXPECT_EQ(alone.kurtosis, shared.kurtosis);
}

struct lattice_sum {
  double exact = 0, absolute = 0;
};

lattice_sum brute_force_volume(const std::function<double(double)>& rho, const extents& n, int m) {
  lattice_sum sum;
  for (int x = 1 - n.x; x < n.x; ++x)
    for (int y = 1 - n.y; y < n.y; ++y)
      for (int z = 1 - n.z; z < n.z; ++z) {
        const double term = std::pow(rho(std::hypot(x, y, z)), m) *
                            (1 - std::abs(x) / double(n.x)) * (1 - std::abs(y) / double(n.y)) *
                            (1 - std::abs(z) / double(n.z));
        sum.exact += term;
        sum.absolute += std::abs(term);
      }
  return sum;
}

TEST(TurningBandsCorrelatedVolumes, AreTheSumOverTheLattice) {
  const std::function<double(double)> models[] = {
      [](double r) { return std::exp(-r * r / 9); }, [](double r) { return std::exp(-r / 20); },
      [](double r) { return r > 0 ? std::exp(-r / 12) * std::sin(r / 2) / (r / 2) : 1; },
      [](double r) { return r > 0 ? std::sin(1.5 * r) / (1.5 * r) : 1; },  // no power but at k 1.5
  };
  for (const extents n : {extents{7, 5, 4}, extents{40, 30, 50}, extents{1, 60, 80},
                          extents{6, 9, 300}, extents{1, 1, 400}}) {
    for (const auto& rho : models) {
      const auto volumes = correlated_volumes(rho, n);
      for (int m = 1; m <= 4; ++m) {
        const auto sum = brute_force_volume(rho, n, m);
        EXPECT_NEAR(volumes[m - 1], sum.exact, 1e-12 * sum.absolute)
            << &rho - models << " m " << m << " in " << n.x << " " << n.y << " " << n.z;
      }
    }
  }
}

/// The sum of exp(-m (r/a)^2) as an integral over a box of displacements, axis by axis.
double gaussian_volume(double a, const extents& n, int m) {
  double volume = 1;
  for (const double cells : {n.x, n.y, n.z})
    volume *= std::sqrt(std::numbers::pi / m) * a * std::erf(std::sqrt(m) * cells / a) -
              a * a / (m * cells) * (1 - std::exp(-m * cells * cells / (a * a)));
  return volume;
}

TEST(TurningBandsCorrelatedVolumes, AreTheClosedFormsInLargeBoxes) {
  for (const extents n : {extents{1024, 1024, 1024}, extents{256, 10000, 256}})
    for (const double a : {3.0, 10.0, 20.0, 200.0, 3000.0}) {
      const auto rho = [a](double r) { return std::exp(-r * r / (a * a)); };
      const auto volumes = correlated_volumes(rho, n);
      for (int m = 1; m <= 4; ++m)
        EXPECT_NEAR(volumes[m - 1] / gaussian_volume(a, n, m), 1, 1e-3) << a << " " << n.y;
    }
  const auto wide = correlated_volumes([](double r) { return std::exp(-r * r / 25); },
                                       extents{1 << 20, 1 << 20, 1 << 20});
  for (int m = 1; m <= 4; ++m)
    EXPECT_NEAR(wide[m - 1] / (std::pow(std::numbers::pi / m, 1.5) * 125), 1, 1e-4);
}

TEST(TurningBandsCorrelatedVolumes, IsOneCellForWhiteNoise) {
  for (const double volume :
       correlated_volumes([](double r) { return r == 0 ? 1.0 : 0.0; }, {64, 20, 100}))
    EXPECT_EQ(volume, 1);
}

/// White noise, smoothed by a Gaussian of standard deviation `sigma` along each axis: the variance
/// is 1 and the correlation exp(-(r / (2 sigma))^2). sigma 0 leaves the noise as it is.
std::vector<double> smoothed_noise(int n, double sigma, std::uint64_t seed) {
  const int reach = static_cast<int>(std::ceil(4 * sigma)), wide = n + 2 * reach;
  std::vector<double> taps(2 * reach + 1);
  double squares = 0;
  for (int i = -reach; i <= reach; ++i) {
    taps[i + reach] = reach ? std::exp(-i * i / (2 * sigma * sigma)) : 1;
    squares += taps[i + reach] * taps[i + reach];
  }
  // Filters along the slowest axis and makes it the fastest, three times.
  auto values = white_noise(std::int64_t{wide} * wide * wide, seed);
  for (int axis = 0; axis < 3; ++axis) {
    const int rest = static_cast<int>(values.size()) / wide;
    std::vector<double> filtered(static_cast<std::size_t>(rest) * n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < rest; ++j) {
        double sum = 0;
        for (int tap = 0; tap <= 2 * reach; ++tap) sum += taps[tap] * values[(i + tap) * rest + j];
        filtered[j * n + i] = sum / std::sqrt(squares);
      }
    values.swap(filtered);
  }
  return values;
}

/// Root mean square of the distance from the expected value, over 200 fields, by the predicted
/// error.
void expect_predicted_scatter(int n, double sigma) {
  const int fields = 200;
  const auto rho = [sigma](double r) {
    return sigma > 0 ? std::exp(-r * r / (4 * sigma * sigma)) : r == 0 ? 1.0 : 0.0;
  };
  const auto predicted = errors_of_moments(1, n * n * n, correlated_volumes(rho, {n, n, n}));
  moments squares;
  for (int field = 0; field < fields; ++field) {
    const auto found = of_numbers(smoothed_noise(n, sigma, field));
    squares.mean += found.mean * found.mean;
    squares.variance += (found.variance - 1) * (found.variance - 1);
    squares.skewness += found.skewness * found.skewness;
    squares.kurtosis += found.kurtosis * found.kurtosis;
  }
  EXPECT_NEAR(std::sqrt(squares.mean / fields) / predicted.mean, 1, 0.2);
  EXPECT_NEAR(std::sqrt(squares.variance / fields) / predicted.variance, 1, 0.2);
  EXPECT_NEAR(std::sqrt(squares.skewness / fields) / predicted.skewness, 1, 0.2);
  EXPECT_NEAR(std::sqrt(squares.kurtosis / fields) / predicted.kurtosis, 1, 0.2);
}

TEST(TurningBandsMomentErrors, AreTheScatterOfWhiteFields) { expect_predicted_scatter(16, 0); }

TEST(TurningBandsMomentErrors, AreTheScatterOfCorrelatedFields) { expect_predicted_scatter(24, 1); }

TEST(TurningBandsHistogram, CountsAndNormalises) {
  std::vector<float> values(1000, -1.0f);
  std::fill(values.begin() + 500, values.end(), 1.0f);
  const auto found = histogram_of<float>(values, moments_of<float>(values), 20);
  ASSERT_EQ(found.centre.size(), 20u);
  for (int bin = 0; bin < 20; ++bin) {
    EXPECT_NEAR(found.centre[bin], -4.75 + 0.5 * bin, 1e-12);
    // -1 and 1 are edges of bins, and belong to the bin above.
    EXPECT_NEAR(found.density[bin], bin == 8 || bin == 12 ? 1.0 : 0.0, 1e-12) << bin;
  }
}

TEST(TurningBandsHistogram, PutsWhatIsFarIntoTheOutermostBins) {
  const std::vector<double> values = {-100, 0, 0.5, 100};
  const auto found = histogram_of<double>(values, {.mean = 0, .variance = 1}, 10);
  EXPECT_EQ(found.density, (std::vector<double>{0.25, 0, 0, 0, 0, 0.5, 0, 0, 0, 0.25}));
  const std::vector<double> equal(7, 3.5);
  EXPECT_EQ(histogram_of<double>(equal, moments_of<double>(equal), 5).density[2], 0.5);
}

TEST(TurningBandsHistogram, OfGaussianNoiseIsAGaussian) {
  const auto values = white_noise(1 << 20, 9);
  const auto found = histogram_of<double>(values, moments_of<double>(values), 150);
  double share = 0;
  for (int bin = 0; bin < 150; ++bin) {
    const double x = found.centre[bin], width = 10.0 / 150;
    const double gaussian = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    EXPECT_NEAR(found.density[bin], gaussian, 5 * std::sqrt(0.4 / width / (1 << 20)));
    share += found.density[bin] * width;
  }
  EXPECT_NEAR(share, 1, 1e-12);
}

}  // namespace
}  // namespace turning_bands
