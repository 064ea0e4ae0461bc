#include "kernels/turning_bands/histogram.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

namespace turning_bands {
namespace {

constexpr double reach = 5;  // standard deviations

/// Whole numbers, so that the order of the threads does not matter.
template <class Real>
std::vector<std::int64_t> counts(std::span<const Real> values, const moments& known, int bins) {
  std::vector<std::int64_t> total(bins);
  const double per_value =
      known.variance > 0 ? bins / (2 * reach * std::sqrt(known.variance)) : 0.0;
#pragma omp parallel
  {
    std::vector<std::int64_t> own(bins);
#pragma omp for
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double place = (values[i] - known.mean) * per_value + 0.5 * bins;
      ++own[place > 0 ? static_cast<int>(std::min(place, bins - 1.0)) : 0];
    }
#pragma omp critical
    std::transform(total.begin(), total.end(), own.begin(), total.begin(), std::plus<>());
  }
  return total;
}

}  // namespace

template <class Real>
histogram histogram_of(std::span<const Real> values, const moments& known, int bins) {
  const auto counted = counts(values, known, bins);
  const double width = 2 * reach / bins;
  histogram found;
  for (int bin = 0; bin < bins; ++bin) {
    found.centre.push_back((bin + 0.5) * width - reach);
    found.density.push_back(static_cast<double>(counted[bin]) /
                            (static_cast<double>(values.size()) * width));
  }
  return found;
}

template histogram histogram_of(std::span<const float>, const moments&, int);
template histogram histogram_of(std::span<const double>, const moments&, int);

}  // namespace turning_bands
