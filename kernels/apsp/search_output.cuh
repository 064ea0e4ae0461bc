// Where the searches of many sources put what they find: rows of distances in as few bytes as they
// fit into, or the number of pairs at each distance and no distance at all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "kernels/apsp/problem.h"
#include "kernels/device/device.h"

namespace apsp {

/// Two values of a stored distance are none: this one, and that of all bits set, which is
/// what the harness poisons an answer with, so that whoever forgets a vertex is noticed.
template <class Stored>
inline constexpr Stored no_path = std::numeric_limits<Stored>::max() - 1;

template <class Stored>
std::int32_t distance_of(Stored stored) {
  if (stored == no_path<Stored>) return unreached;
  return stored > no_path<Stored> ? -1 : static_cast<std::int32_t>(stored);
}

/// In a kernel: the distance from source `row` to `v` is matrix[row * pitch + v]; the pitch is a
/// multiple of 16.
template <class Stored>
struct rows_view {
  using value_type = Stored;
  static constexpr bool has_rows = true;
  device::span<Stored> matrix;
  std::size_t pitch;

  __device__ __forceinline__ void store(std::size_t row, unsigned v, unsigned distance) const {
    matrix[row * pitch + v] = static_cast<Stored>(distance);
  }
  __device__ __forceinline__ void store_no_path(std::size_t row, unsigned v) const {
    matrix[row * pitch + v] = no_path<Stored>;
  }
  __device__ __forceinline__ void count(unsigned, unsigned) const {}
};

/// In a kernel: pairs_at[distance] so far.
struct histogram_view {
  static constexpr bool has_rows = false;
  device::span<unsigned long long> pairs_at;

  __device__ __forceinline__ void store(std::size_t, unsigned, unsigned) const {}
  __device__ __forceinline__ void store_no_path(std::size_t, unsigned) const {}
  __device__ __forceinline__ void count(unsigned distance, unsigned pairs) const {
    if (pairs != 0) atomicAdd(&pairs_at[distance], static_cast<unsigned long long>(pairs));
  }
};

/// A row a source, in the order of the problem's sources.
template <class Stored>
class stored_rows {
 public:
  using view_type = rows_view<Stored>;

  explicit stored_rows(const problem& problem)
      : vertices_(problem.network.vertices()),
        pitch_((vertices_ + 15) / 16 * 16),
        matrix_(problem.sources.size() * pitch_) {}

  void poison() { matrix_.poison(); }
  void begin(device::stream&) {}
  view_type view() { return {matrix_.view(), pitch_}; }

  /// A batch of rows at a time, as 32 bits a distance take more memory.
  void add_to(distances& answer) const {
    constexpr std::size_t batch = 128;
    const std::size_t rows = pitch_ == 0 ? 0 : matrix_.size() / pitch_;
    answer.matrix.reserve(std::min(distances::most_kept, rows * vertices_));
    std::vector<Stored> stored;
    std::vector<std::int32_t> values;
    for (std::size_t first = 0; first < rows; first += batch) {
      const std::size_t count = std::min(batch, rows - first);
      stored.resize(count * pitch_);
      values.resize(count * vertices_);
      matrix_.download_part(first * pitch_, stored);
#pragma omp parallel for
      for (std::size_t i = 0; i < count; ++i)
        std::transform(&stored[i * pitch_], &stored[i * pitch_] + vertices_, &values[i * vertices_],
                       distance_of<Stored>);
      answer.add_rows(values);
    }
  }

 private:
  std::size_t vertices_, pitch_;
  device::buffer<Stored> matrix_;
};

class stored_histogram {
 public:
  using view_type = histogram_view;
  using counts = device::buffer<unsigned long long>;

  explicit stored_histogram(const problem& problem)
      : pairs_at_(static_cast<std::size_t>(longest_distance(problem.network)) + 1) {}

  void poison() { pairs_at_.poison(); }
  void begin(device::stream& queue) { pairs_at_.fill_bytes(0, queue); }
  view_type view() { return {pairs_at_.view()}; }
  counts& pairs_at() { return pairs_at_; }

  void add_to(distances& answer) const {
    for (const auto pairs : pairs_at_.to_host())
      answer.pairs_at.push_back(static_cast<std::int64_t>(pairs));
    while (!answer.pairs_at.empty() && answer.pairs_at.back() == 0) answer.pairs_at.pop_back();
  }

 private:
  counts pairs_at_;
};

/// use.operator()<Output>() for what the problem wants: Histogram, or Rows of the fewest bytes that
/// hold all distances.
template <template <class> class Rows, class Histogram, class Use>
auto with_output(const problem& problem, Use use) {
  if (problem.histogram_only) return use.template operator()<Histogram>();
  switch (distance_bytes(problem)) {
    case 1:
      return use.template operator()<Rows<std::uint8_t>>();
    case 2:
      return use.template operator()<Rows<std::uint16_t>>();
    default:
      return use.template operator()<Rows<std::uint32_t>>();
  }
}

}  // namespace apsp
