// Distances as bit_parallel stores them: a row a vertex, in which the sources of a tile lie
// together.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "kernels/apsp/lane_words.cuh"
#include "kernels/apsp/search_output.cuh"

namespace apsp {

/// The lowest bits of `bits`, one in the lowest of each Stored of a word.
template <class Stored>
__device__ __forceinline__ unsigned spread(unsigned bits) {
  if constexpr (sizeof(Stored) == 1) return (bits & 0xf) * 0x00204081 & 0x01010101;
  if constexpr (sizeof(Stored) == 2) return (bits & 1) | (bits & 2) << 15;
  return bits & 1;
}

/// In a kernel: the distance from source s to v is matrix[v * pitch + s].
template <class Stored>
struct columns_view {
  static constexpr bool has_rows = true;
  device::span<Stored> matrix;
  std::size_t pitch;

  /// Stores the 32 distances from source `first` on to `v`: bit i of plane(b) is bit b of that of
  /// source first + i, which there is if bit i of `seen` is set.
  template <class Plane>
  __device__ __forceinline__ void store(unsigned v, std::size_t first, unsigned seen, int planes,
                                        Plane plane) const {
    constexpr int each = 4 / sizeof(Stored), words = 32 / each;
    unsigned packed[words];
#pragma unroll
    for (int i = 0; i < words; ++i)
      packed[i] = spread<Stored>(~seen >> each * i) * unsigned{no_path<Stored>};
    for (int b = 0; b < planes; ++b) {
      const unsigned bits = plane(b);
#pragma unroll
      for (int i = 0; i < words; ++i) packed[i] |= spread<Stored>(bits >> each * i) << b;
    }
    auto* const to = reinterpret_cast<uint4*>(&matrix[v * pitch + first]);
#pragma unroll
    for (int i = 0; i < words; i += 4)
      to[i / 4] = make_uint4(packed[i], packed[i + 1], packed[i + 2], packed[i + 3]);
  }
  __device__ __forceinline__ void count(unsigned, unsigned) const {}
};

/// A column a source, in the order of the problem's sources; of an undirected graph with all of
/// them the matrix itself, but that its rows are padded to whole tiles.
template <class Stored>
class stored_columns {
 public:
  using view_type = columns_view<Stored>;

  stored_columns(const problem& problem, std::size_t pitch)
      : sources_(problem.sources.size()),
        vertices_(problem.network.vertices()),
        pitch_(pitch),
        matrix_(vertices_ * pitch) {}

  void poison() { matrix_.poison(); }
  void begin(device::stream&) {}
  view_type view() { return {matrix_.view(), pitch_}; }
  /// Bits that hold the longest distance.
  static int planes(const problem& problem) {
    return std::bit_width(static_cast<unsigned>(longest_distance(problem.network)));
  }

  void add_to(distances& answer) const {
    constexpr std::size_t batch = 64;
    const std::vector<Stored> stored = matrix_.to_host();
    answer.matrix.reserve(std::min(distances::most_kept, sources_ * vertices_));
    std::vector<std::int32_t> values;
    for (std::size_t first = 0; first < sources_; first += batch) {
      const std::size_t rows = std::min(batch, sources_ - first);
      values.resize(rows * vertices_);
#pragma omp parallel for
      for (std::size_t v = 0; v < vertices_; ++v)
        for (std::size_t i = 0; i < rows; ++i)
          values[i * vertices_ + v] = distance_of(stored[v * pitch_ + first + i]);
      answer.add_rows(values);
    }
  }

 private:
  std::size_t sources_, vertices_, pitch_;
  device::buffer<Stored> matrix_;
};

/// Counts alone, which need no columns.
class column_histogram : public stored_histogram {
 public:
  column_histogram(const problem& problem, std::size_t) : stored_histogram(problem) {}
  static int planes(const problem&) { return 0; }
};

}  // namespace apsp
