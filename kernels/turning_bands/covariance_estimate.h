// The covariance of a field whose mean is known to be 0, read off its values.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/turning_bands/mesh.h"

namespace turning_bands {

/// Distances in cells: 0 to 16, then about 8 an octave, up to half of the longest edge.
std::vector<int> covariance_lags(const extents&);

/// At each lag: the mean of value * value over the pairs of cells so far apart along an axis.
struct axis_covariance {
  std::vector<int> lags{};
  std::vector<double> value{};
  /// Along x, y and z. An exact expectation weighted by these numbers is that of `value`.
  std::vector<std::array<double, 3>> pairs{};
};

/// Over a regular mesh. Of one with more than 2^24 cells, pairs that begin in about 2^24 cells:
/// whole rows along z, the same ones for each field. A lag without any pair is left out.
template <class Real>
axis_covariance along_axes(std::span<const Real> field, const extents&,
                           const std::vector<int>& lags);

/// Bins of distance; bin 0 is a point with itself, bin b > 0 holds [b - 1, b) widths.
struct distance_bins {
  double width = 1, largest = 1;  ///< in cells; distances of `largest` and more are not counted
  int count() const;
};

/// Points that stand for all of them: one drawn from each of as many stretches of equal length, at
/// most 2^14 and no more than have 2^31 pairs over all fields.
std::vector<std::int64_t> covariance_sample(std::int64_t points, int fields, std::uint64_t seed);

/// For each bin; one without a pair has the value 0 and its middle as distance.
struct distance_covariance {
  std::vector<double> distance{};  ///< mean
  std::vector<double> value{};     ///< mean of value * value over pairs and fields
  std::vector<double> pairs{};     ///< of the sample's points; in bin 0 their number
};

/// Over all pairs of a sample of points in any order. `values`: [fields][points].
template <class Real>
distance_covariance at_distances(std::span<const Real> values, std::span<const position> points,
                                 std::span<const std::int64_t> sample, const distance_bins&);

using point_pair = std::array<std::int64_t, 2>;

/// Of the pairs in each bin of `found` about `most`, each drawn with equal chance, to which an
/// exact expectation can be worked out: all of them where there are no more.
std::vector<std::vector<point_pair>> draw_pairs(std::span<const position> points,
                                                std::span<const std::int64_t> sample,
                                                const distance_bins&,
                                                const distance_covariance& found,
                                                std::uint64_t seed, int most);

}  // namespace turning_bands
