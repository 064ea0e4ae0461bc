#include "variants/turning_bands/observe.h"

#include <algorithm>
#include <cmath>

#include "kernels/turning_bands/functions.h"
#include "kernels/turning_bands/histogram.h"
#include "kernels/turning_bands/spectrum.h"
#include "variants/turning_bands/observe_covariance.h"

namespace turning_bands {
namespace {

using retime::observables;

constexpr int density_bins = 150;  // Fig. 6
constexpr int least_points = 8;    // fewer have no statistics

template <class Real>
class summary {
 public:
  summary(const problem& given, std::span<const Real> values, const exact_covariance& exact)
      : given_(given), values_(values), exact_(exact), errors_(given, exact) {}

  observables all(method by) {
    add_moments();
    add_histogram();
    if (given_.points.empty()) add_spectrum(by == method::fft);
    if (by == method::lines) add_covariance();
    return std::move(seen_);
  }

 private:
  std::span<const Real> of_field(int f) const {
    return values_.subspan(f * static_cast<std::size_t>(given_.size()), given_.size());
  }

  void add_moments() {
    const double fields = given_.fields;
    const moment_errors errors = errors_.at(given_.size());
    moments sum;
    double furthest = 0;
    for (int f = 0; f < given_.fields; ++f) {
      const moments one = moments_of<Real>(of_field(f));
      sum.mean += one.mean / fields;
      sum.variance += one.variance / fields;
      sum.skewness += one.skewness / fields;
      sum.kurtosis += one.kurtosis / fields;
      furthest = std::max(furthest, std::abs(one.kurtosis) / errors.kurtosis);
    }
    const double root = std::sqrt(fields);
    seen_.numbers.insert({{"mean", sum.mean},
                          {"mean_error", errors.mean / root},
                          {"variance", sum.variance},
                          {"variance_error", errors.variance / root},
                          {"skewness", sum.skewness},
                          {"skewness_error", errors.skewness / root},
                          {"kurtosis", sum.kurtosis},
                          {"kurtosis_error", errors.kurtosis / root},
                          {"largest_kurtosis_in_errors", furthest}});
  }

  void add_histogram() {
    retime::series density{"standard deviations", {}, std::vector<double>(density_bins)};
    for (int f = 0; f < given_.fields; ++f) {
      const histogram one =
          histogram_of<Real>(of_field(f), moments_of<Real>(of_field(f)), density_bins);
      density.x = one.centre;
      for (int b = 0; b < density_bins; ++b) density.y[b] += one.density[b] / given_.fields;
    }
    seen_.along["histogram_series"] = density;
  }

  void add_spectrum(bool periodic) {
    std::vector<shells> each(given_.fields);
#pragma omp parallel for if (given_.fields > 1)
    for (int f = 0; f < given_.fields; ++f)
      each[f] = shell_spectrum<Real>(of_field(f), given_.mesh, periodic);
    const shells mean = mean_of(each);
    retime::series wanted{"k", mean.k, {}};
    for (const double k : mean.k) wanted.y.push_back(given_.spectrum.power(k));
    if (mean.k.empty()) return;
    seen_.along["spectrum_series"] = {"k", mean.k, mean.power};
    seen_.along["target_spectrum_series"] = wanted;
    if (const auto index = spectral_index(each)) {
      seen_.numbers["spectral_index"] = index->value;
      seen_.numbers["spectral_index_error"] = index->error;
    }
  }

  void add_covariance() {
    curve wanted = [this](double r) { return exact_.isotropic(r); };
    if (given_.wanted.maker == line_maker::covariance)
      wanted = covariance_named(given_.wanted.function, given_.wanted.range).of_distance;
    const auto found = observe_covariance<Real>(given_, values_, exact_, wanted, errors_);
    std::vector<double> model;
    double error = 0, of_directions = 0;
    for (std::size_t i = 0; i < found.distance.size(); ++i) {
      model.push_back(wanted(found.distance[i]));
      error = std::max(error, std::abs(found.value[i] - model[i]));
      of_directions = std::max(of_directions, std::abs(found.exact[i] - model[i]));
    }
    seen_.along["covariance_series"] = {"distance", found.distance, found.value};
    seen_.along["exact_covariance_series"] = {"distance", found.distance, found.exact};
    seen_.along["model_covariance_series"] = {"distance", found.distance, model};
    seen_.along["covariance_error_series"] = {"distance", found.distance, found.error};
    seen_.numbers["covariance_error"] = error / wanted(0);
    seen_.numbers["exact_covariance_error"] = of_directions / wanted(0);
    seen_.numbers["covariance_standard_error"] = std::ranges::max(found.error) / wanted(0);
  }

  const problem& given_;
  std::span<const Real> values_;
  const exact_covariance& exact_;
  field_errors errors_;
  observables seen_;
};

}  // namespace

observables observe(const problem& given, const field& made) {
  const exact_covariance exact(given);
  observables seen;
  if (given.size() >= least_points)
    seen = std::visit(
        [&]<class Real>(const std::vector<Real>& values) {
          return summary<Real>(given, values, exact).all(made.by);
        },
        made.values);
  seen.numbers.insert({{"points", static_cast<double>(given.size())},
                       {"line_length", given.model.length},
                       {"line_variance", exact.isotropic(0)},
                       {"clipped_power", given.model.clipped},
                       {"direction_bits", given.directions.front().bits}});
  return seen;
}

}  // namespace turning_bands
