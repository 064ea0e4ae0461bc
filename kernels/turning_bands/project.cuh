// The projection kernels of the paper: a thread a cell (Listing 1), also with directions in shared
// memory ("blocking") and with the loop over lines unrolled; and a thread a line.
//
//   for each point p:
//     for l in 0 .. lines-1: field[p] += line[l][round(-(p . direction[l]) resolution) + length/2]
#pragma once

#include "kernels/device/device.h"
#include "kernels/turning_bands/bands.h"

namespace turning_bands {

/// The cells of a part of a mesh.
template <class Real>
struct cells {
  box part;
  __device__ std::int64_t size() const { return part.size.cells(); }
  __device__ place<Real> operator[](std::int64_t id) const { return centre_of<Real>(part, id); }
  __device__ std::int64_t in_field(std::int64_t id) const { return id; }
};

/// Points anywhere, in an order of their own: the id-th is the number[id]-th of the field.
template <class Real>
struct scattered {
  device::span<const place<Real>> places;
  device::span<const unsigned> number;
  __device__ std::int64_t size() const { return static_cast<std::int64_t>(places.size()); }
  __device__ place<Real> operator[](std::int64_t id) const { return places[id]; }
  __device__ std::int64_t in_field(std::int64_t id) const { return number[id]; }
};

__device__ inline std::int64_t thread_id() {
  return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

template <class Real>
struct line_samples {
  bands<Real> all;
  device::span<const Real> samples;  ///< [lines][length]

  __device__ Real read(const place<Real>& p, int line, const direction<Real>& along) const {
    return samples[static_cast<std::size_t>(line) * all.length +
                   sample_at(p.x, p.y, p.z, along, all)];
  }
};

/// Listing 1.
template <class Real, class Points, int Unroll>
__global__ void cell_parallel(device::span<Real> field, Points points, line_samples<Real> lines,
                              device::span<const direction<Real>> directions) {
  const std::int64_t id = thread_id();
  if (id >= points.size()) return;
  const place<Real> p = points[id];
  Real sum = 0;
#pragma unroll Unroll
  for (int l = 0; l < lines.all.lines; ++l) sum += lines.read(p, l, directions[l]);
  field[points.in_field(id)] = sum * lines.all.scale;
}

/// Listing 1 with loop blocking: a block of threads reads as many directions together.
template <class Real, class Points, int Unroll>
__global__ void cell_blocked(device::span<Real> field, Points points, line_samples<Real> lines,
                             device::span<const direction<Real>> directions) {
  const auto tile = device::dynamic_shared<direction<Real>>(blockDim.x);
  const std::int64_t id = thread_id();
  const bool has_point = id < points.size();
  const place<Real> p = points[has_point ? id : 0];
  const int threads = static_cast<int>(blockDim.x), thread = static_cast<int>(threadIdx.x);
  Real sum = 0;
  for (int first = 0; first < lines.all.lines; first += threads) {
    const int count = min(threads, lines.all.lines - first);
    __syncthreads();
    if (thread < count) tile[thread] = directions[first + thread];
    __syncthreads();
#pragma unroll Unroll
    for (int l = 0; l < count; ++l) sum += lines.read(p, first + l, tile[l]);
  }
  if (has_point) field[points.in_field(id)] = sum * lines.all.scale;
}

/// A thread a line, all of which add to every cell: the field has to be 0 before.
template <class Real>
__global__ void line_parallel(device::span<Real> field, cells<Real> points,
                              line_samples<Real> lines,
                              device::span<const direction<Real>> directions) {
  const std::int64_t line = thread_id();
  if (line >= lines.all.lines) return;
  const int l = static_cast<int>(line);
  const direction<Real> along = directions[l];
  for (std::int64_t id = 0; id < points.size(); ++id)
    atomicAdd(&field[id], lines.read(points[id], l, along) * lines.all.scale);
}

}  // namespace turning_bands
