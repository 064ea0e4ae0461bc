// Floyd's algorithm (Floyd 1962) tile by tile (Venkataraman, Sahni and Mukhopadhyaya 2003), for
// arcs of any length. Equals, of the matrix d of their lengths:
//
//   for each k: for each i, j: d[i][j] = min(d[i][j], d[i][k] + d[k][j])
//
// A round is all k of one tile of the diagonal, in three launches: that tile by itself; those of
// its row and column; all others. But for the first, a tile's part in a round is a product of
// tiles, with min for the sum and + for the product: the tile on the diagonal is closed by then, so
// that no path gains by going through it twice.
//
// n^3 steps of one instruction, __viaddmin_s32, bound the time, of which a multiprocessor of
// compute capability 9.0 does about 64 a clock: 1.5e13 a second on the 132 of an H100, 1.8 s for
// n = 30000. Eight by eight results in a thread's registers keep shared memory out of its way (four
// loads of 16 bytes for 64 steps), and large tiles device memory (8 bytes read or written for
// `Tile` steps). At small n the rounds bound it, whose first two launches leave most of a GPU idle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/apsp/cpu.h"
#include "kernels/apsp/networks.cuh"
#include "kernels/device/async_copy.h"
#include "kernels/device/device.h"

namespace apsp {

/// A square matrix in whole tiles, row-major, four columns in an int4. Below it lies one more row
/// of tiles: those of column k in round k, each on its side, so that both factors are read by rows.
template <int Tile>
struct tiled_matrix {
  device::span<int4> d;
  unsigned tiles;  ///< along a side

  __device__ __forceinline__ unsigned pitch() const { return tiles * (Tile / 4); }
  /// Where a tile begins.
  __device__ __forceinline__ std::size_t tile(unsigned i, unsigned j) const {
    return (std::size_t{i} * Tile * tiles + j) * (Tile / 4);
  }
  __device__ __forceinline__ std::size_t on_its_side(unsigned i) const { return tile(tiles, i); }
  __device__ __forceinline__ int4& four(std::size_t tile, unsigned row, unsigned four) const {
    return d[tile + row * pitch() + four];
  }
};

template <int Tile>
inline constexpr unsigned floyd_threads = Tile / 8;  ///< along each side of a block
template <int Tile>
inline constexpr unsigned floyd_block = (Tile / 8) * (Tile / 8);  ///< threads

/// A thread's 8 x 8 results of a tile: four squares half a tile apart, so that the int4s of threads
/// side by side lie side by side, too.
template <int Tile>
class results_of_thread {
 public:
  using matrix = tiled_matrix<Tile>;

  __device__ __forceinline__ void load(const matrix& from, std::size_t tile) {
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) {
#pragma unroll
      for (unsigned half = 0; half < 2; ++half) {
        const int4 four = from.four(tile, line(i, threadIdx.y), of_half(half, threadIdx.x));
        d_[i][4 * half] = four.x;
        d_[i][4 * half + 1] = four.y;
        d_[i][4 * half + 2] = four.z;
        d_[i][4 * half + 3] = four.w;
      }
    }
  }
  __device__ __forceinline__ void store(const matrix& to, std::size_t tile) const {
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) {
#pragma unroll
      for (unsigned half = 0; half < 2; ++half)
        to.four(tile, line(i, threadIdx.y), of_half(half, threadIdx.x)) = in_row(i, half);
    }
  }
  __device__ __forceinline__ void store_on_its_side(const matrix& to, std::size_t tile) const {
#pragma unroll
    for (unsigned j = 0; j < 8; ++j) {
#pragma unroll
      for (unsigned half = 0; half < 2; ++half)
        to.four(tile, line(j, threadIdx.x), of_half(half, threadIdx.y)) = in_column(j, half);
    }
  }

  /// The half of this thread's part of a row or column of the tile.
  __device__ __forceinline__ int4 in_row(unsigned i, unsigned half) const {
    const int* four = &d_[i][4 * half];
    return make_int4(four[0], four[1], four[2], four[3]);
  }
  __device__ __forceinline__ int4 in_column(unsigned j, unsigned half) const {
    const unsigned i = 4 * half;
    return make_int4(d_[i][j], d_[i + 1][j], d_[i + 2][j], d_[i + 3][j]);
  }
  /// Which int4 of all those of a row or column that half is.
  static __device__ __forceinline__ unsigned of_half(unsigned half, unsigned thread) {
    return half * floyd_threads<Tile> + thread;
  }

  /// The step of one k: to_k(f) are the distances to k of rows 4f.. of the tile, from_k(f) those
  /// from k to its columns 4f..
  template <class ToK, class FromK>
  __device__ __forceinline__ void step(ToK to_k, FromK from_k) {
    const int4 a[2] = {to_k(of_half(0, threadIdx.y)), to_k(of_half(1, threadIdx.y))};
    const int4 b[2] = {from_k(of_half(0, threadIdx.x)), from_k(of_half(1, threadIdx.x))};
    const int to[8] = {a[0].x, a[0].y, a[0].z, a[0].w, a[1].x, a[1].y, a[1].z, a[1].w};
    const int from[8] = {b[0].x, b[0].y, b[0].z, b[0].w, b[1].x, b[1].y, b[1].z, b[1].w};
#pragma unroll
    for (int i = 0; i < 8; ++i) {
#pragma unroll
      for (int j = 0; j < 8; ++j) d_[i][j] = __viaddmin_s32(to[i], from[j], d_[i][j]);
    }
  }

 private:
  static __device__ __forceinline__ unsigned line(unsigned i, unsigned thread) {
    return 4 * of_half(i / 4, thread) + i % 4;
  }

  int d_[8][8];
};

/// All k of a tile within itself. Row and column k are the same before and after step k. Two places
/// in shared memory take turns, so that a barrier a step is enough.
template <int Tile>
__device__ __forceinline__ void close_tile(results_of_thread<Tile>& results) {
  __shared__ device::shared_array<int4, 2, Tile / 4> to, from;
#pragma unroll
  for (unsigned in_half = 0; in_half < 2; ++in_half) {
    for (unsigned owner = 0; owner < floyd_threads<Tile>; ++owner) {
#pragma unroll
      for (unsigned i = 4 * in_half; i < 4 * in_half + 4; ++i) {
#pragma unroll
        for (unsigned half = 0; half < 2; ++half) {
          if (threadIdx.x == owner)
            to(i % 2, results.of_half(half, threadIdx.y)) = results.in_column(i, half);
          if (threadIdx.y == owner)
            from(i % 2, results.of_half(half, threadIdx.x)) = results.in_row(i, half);
        }
        __syncthreads();
        results.step([&](unsigned four) -> int4 { return to(i % 2, four); },
                     [&](unsigned four) -> int4 { return from(i % 2, four); });
      }
    }
  }
}

/// min(d[i][j], to[k][i] + from[k][j]) over all k, of the tiles that begin there. Shared memory has
/// a slice of both factors while the next one arrives. When this returns no thread of the block has
/// anything to read of them, so that d may be written, which may be one of them.
template <int Tile>
__device__ __forceinline__ results_of_thread<Tile> relaxed(const tiled_matrix<Tile>& matrix,
                                                           std::size_t d, std::size_t to,
                                                           std::size_t from) {
  constexpr unsigned slices = 8, depth = Tile / slices, fours = Tile / 4;
  __shared__ device::shared_array<int4, 2, depth, fours> to_slice, from_slice;
  const unsigned thread = threadIdx.y * floyd_threads<Tile> + threadIdx.x;
  const auto begin_to_copy = [&](unsigned slice) {
#pragma unroll
    for (unsigned e = 0; e < depth * fours; e += floyd_block<Tile>) {
      const unsigned k = (e + thread) / fours, four = (e + thread) % fours;
      device::copy_async(&to_slice(slice % 2, k, four), &matrix.four(to, slice * depth + k, four));
      device::copy_async(&from_slice(slice % 2, k, four),
                         &matrix.four(from, slice * depth + k, four));
    }
    device::commit_copies();
  };

  begin_to_copy(0);
  results_of_thread<Tile> results;
  results.load(matrix, d);
  for (unsigned slice = 0; slice < slices; ++slice) {
    device::wait_for_copies<0>();
    __syncthreads();  // the slice is there, and nobody reads the one before any more
    if (slice + 1 < slices) begin_to_copy(slice + 1);
#pragma unroll 4
    for (unsigned k = 0; k < depth; ++k)
      results.step([&](unsigned four) -> int4 { return to_slice(slice % 2, k, four); },
                   [&](unsigned four) -> int4 { return from_slice(slice % 2, k, four); });
  }
  return results;
}

/// Blocks and tiles other than the k-th, in order.
__device__ __forceinline__ unsigned all_but(unsigned k, unsigned block) {
  return block + (block >= k ? 1 : 0);
}

/// The first launch of round k. Block k closes the tile on the diagonal, while the others lay those
/// of its column on their side.
template <int Tile>
static __global__ void __launch_bounds__(floyd_block<Tile>)
    begin_round(tiled_matrix<Tile> matrix, unsigned k) {
  const unsigned i = blockIdx.x;
  results_of_thread<Tile> results;
  results.load(matrix, matrix.tile(i, k));
  if (i == k) {
    close_tile(results);
    results.store(matrix, matrix.tile(k, k));
  }
  results.store_on_its_side(matrix, matrix.on_its_side(i));
}

/// The second: the tiles of row k (blockIdx.y = 0) and of column k.
template <int Tile>
static __global__ void __launch_bounds__(floyd_block<Tile>)
    relax_cross(tiled_matrix<Tile> matrix, unsigned k) {
  const unsigned i = all_but(k, blockIdx.x);
  const bool of_row = blockIdx.y == 0;
  const std::size_t mine = of_row ? matrix.tile(k, i) : matrix.tile(i, k);
  const auto results =
      relaxed(matrix, mine, matrix.on_its_side(of_row ? k : i), of_row ? mine : matrix.tile(k, k));
  results.store(matrix, mine);
  if (!of_row) results.store_on_its_side(matrix, matrix.on_its_side(i));
}

/// The third, in which the time goes: all tiles neither in row nor in column k. With 512 threads a
/// multiprocessor one has 128 registers, for 64 results and what it reads for the next k.
template <int Tile>
static __global__ void __launch_bounds__(floyd_block<Tile>, 512 / floyd_block<Tile>)
    relax_others(tiled_matrix<Tile> matrix, unsigned k) {
  const unsigned i = all_but(k, blockIdx.y), j = all_but(k, blockIdx.x);
  const std::size_t mine = matrix.tile(i, j);
  relaxed(matrix, mine, matrix.on_its_side(i), matrix.tile(k, j)).store(matrix, mine);
}

/// Row blockIdx.x of the matrix of a graph: 0 on the diagonal, 1 for an arc, floyd_infinity
/// elsewhere and in the rows and columns that fill the last tiles.
static __global__ void row_of_arcs(device::span<const int> vertices, device::span<const int> arcs,
                                   device::span<int> matrix, std::size_t side) {
  const unsigned v = blockIdx.x;
  const auto row = matrix.subspan(v * side, side);
  for (unsigned w = threadIdx.x; w < side; w += blockDim.x) row[w] = w == v ? 0 : floyd_infinity;
  __syncthreads();
  if (v + 1 >= vertices.size()) return;
  for (int a = vertices[v] + static_cast<int>(threadIdx.x); a < vertices[v + 1];
       a += static_cast<int>(blockDim.x)) {
    const auto w = static_cast<unsigned>(arcs[a]);
    if (w != v) row[w] = 1;
  }
}

/// The distances between all vertices, on the device. Arcs may have negative lengths; a cycle may
/// not, and no path may be half as long as floyd_infinity either way. From there on a distance is
/// none.
template <int Tile>
class blocked_floyd {
 public:
  explicit blocked_floyd(std::size_t vertices)
      : vertices_(vertices),
        tiles_(static_cast<unsigned>((vertices + Tile - 1) / Tile)),
        matrix_((side() + Tile) * side()) {}

  /// Every arc of the graph has length 1.
  void set_arcs(device::stream& queue, const csr_network& of) {
    device::launch(queue, row_of_arcs,
                   {.grid = dim3(static_cast<unsigned>(side())), .block = dim3(256)},
                   of.vertices.view(), of.arcs.view(), matrix_.view(), side());
  }
  /// Row-major, vertices x vertices: the length of the arc from i to j, 0 where they are the same,
  /// floyd_infinity where there is none.
  void set_lengths(std::span<const std::int32_t> lengths) {
    std::vector<int> whole(matrix_.size(), floyd_infinity);
    for (std::size_t i = 0; i < vertices_; ++i)
      std::ranges::copy(lengths.subspan(i * vertices_, vertices_), &whole[i * side()]);
    matrix_.upload(whole);
  }

  /// Lengths become distances.
  void solve(device::stream& queue) {
    const tiled_matrix<Tile> matrix{{reinterpret_cast<int4*>(matrix_.data()), matrix_.size() / 4},
                                    tiles_};
    for (unsigned k = 0; k < tiles_; ++k) {
      device::launch(queue, begin_round<Tile>, shape(tiles_, 1), matrix, k);
      if (tiles_ == 1) continue;
      device::launch(queue, relax_cross<Tile>, shape(tiles_ - 1, 2), matrix, k);
      device::launch(queue, relax_others<Tile>, shape(tiles_ - 1, tiles_ - 1), matrix, k);
    }
  }

  /// The distances from one vertex.
  std::vector<std::int32_t> row(std::size_t from) const {
    std::vector<std::int32_t> distances(vertices_);
    matrix_.download_part(from * side(), distances);
    return distances;
  }

  void poison() { matrix_.poison(); }
  device::launch_report describe() const {
    const unsigned others = std::max(tiles_, 2U) - 1;
    return device::describe("relax_others", relax_others<Tile>, shape(others, others));
  }

 private:
  std::size_t side() const { return std::size_t{tiles_} * Tile; }
  static device::launch_shape shape(unsigned width, unsigned height) {
    return {.grid = dim3(width, height), .block = dim3(floyd_threads<Tile>, floyd_threads<Tile>)};
  }

  std::size_t vertices_;
  unsigned tiles_;
  device::buffer<int> matrix_;  ///< a tiled_matrix
};

}  // namespace apsp
