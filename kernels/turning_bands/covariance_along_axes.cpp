#include <algorithm>
#include <cmath>

#include "kernels/support/random.h"
#include "kernels/turning_bands/block_sums.h"
#include "kernels/turning_bands/covariance_estimate.h"

namespace turning_bands {
namespace {

constexpr std::int64_t most_cells = 1 << 24;

/// The sum of the products, in eight sums that do not wait for each other.
template <class Real>
double product(const Real* a, const Real* b, int count) {
  double sums[8] = {};
  int i = 0;
  for (; i + 8 <= count; i += 8)
    for (int j = 0; j < 8; ++j) sums[j] += static_cast<double>(a[i + j]) * b[i + j];
  for (; i < count; ++i) sums[0] += static_cast<double>(a[i]) * b[i];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

/// One row of each `step` rows, by chance: at a fixed distance they would all have the same y.
class chosen_rows {
 public:
  explicit chosen_rows(const extents& n)
      : rows_(std::int64_t{n.x} * n.y),
        step_(std::min(rows_, (n.cells() + most_cells - 1) / most_cells)) {}
  std::int64_t count() const { return rows_ / step_; }
  std::int64_t operator()(std::int64_t i) const {
    return i * step_ + static_cast<std::int64_t>(retime::random_bits(i) % step_);
  }

 private:
  std::int64_t rows_, step_;
};

}  // namespace

std::vector<int> covariance_lags(const extents& n) {
  const int longest = std::max({n.x, n.y, n.z}) / 2;
  std::vector<int> lags;
  for (int lag = 0; lag <= std::min(16, longest); ++lag) lags.push_back(lag);
  for (int i = 1;; ++i) {
    const auto lag = std::lround(16 * std::exp2(i / 8.0));
    if (lag > longest) return lags;
    lags.push_back(static_cast<int>(lag));
  }
}

template <class Real>
axis_covariance along_axes(std::span<const Real> field, const extents& n,
                           const std::vector<int>& lags) {
  const chosen_rows row_at(n);
  const auto rows_per_block = std::max<std::int64_t>(1, values_per_block / n.z);
  // For each lag: the sums along x, y, z, then the numbers of pairs.
  const auto add_rows = [&](std::int64_t from, std::int64_t to) {
    std::vector<double> sums(6 * lags.size());
    for (auto i = from; i < to; ++i) {
      const auto row = row_at(i), x = row / n.y, y = row % n.y;
      const Real* values = field.data() + row * n.z;
      double* sum = sums.data();
      const auto add = [&](int axis, std::int64_t ahead, int pairs) {
        sum[axis] += product(values, values + ahead, pairs);
        sum[3 + axis] += pairs;
      };
      for (const int lag : lags) {
        if (x + lag < n.x) add(0, std::int64_t{lag} * n.y * n.z, n.z);
        if (y + lag < n.y) add(1, std::int64_t{lag} * n.z, n.z);
        if (lag < n.z) add(2, lag, n.z - lag);
        sum += 6;
      }
    }
    return sums;
  };
  const auto sums = add_blocks(row_at.count(), rows_per_block, add_rows);

  axis_covariance found;
  for (std::size_t i = 0; i < lags.size(); ++i) {
    const double* sum = sums.data() + 6 * i;
    const double pairs = sum[3] + sum[4] + sum[5];
    if (pairs == 0) continue;
    found.lags.push_back(lags[i]);
    found.value.push_back((sum[0] + sum[1] + sum[2]) / pairs);
    found.pairs.push_back({sum[3], sum[4], sum[5]});
  }
  return found;
}

template axis_covariance along_axes(std::span<const float>, const extents&,
                                    const std::vector<int>&);
template axis_covariance along_axes(std::span<const double>, const extents&,
                                    const std::vector<int>&);

}  // namespace turning_bands
