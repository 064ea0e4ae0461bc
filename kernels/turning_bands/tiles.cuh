// Ours: a block of threads takes a compact part of the mesh, whose projection onto a line is short,
// and holds that part of several lines in shared memory. Within it whole numbers say which sample
// a cell reads.
//
//   for each cell p:
//     for l in 0 .. lines-1: field[p] += line[l][round(-(p . direction[l]) resolution) + length/2]
#pragma once

#include "kernels/device/device.h"
#include "kernels/turning_bands/bands.h"
#include "kernels/turning_bands/tile_plan.h"

namespace turning_bands {

/// A line as a tile reads it: the number of the sample that its first cell reads, from the
/// segment's first on, with a fraction; and what a cell along x, y and z takes away from it.
struct line_steps {
  unsigned first;
  int x, y, z;
};

/// Fields share their directions: `Together` of them are read at one place.
template <class Real, int Together>
struct alignas(Together * sizeof(Real)) samples_together {
  Real of_field[Together];
};

template <class Real, int Cells>
__device__ line_steps first_steps(const tile_plan& plan, const box& part, int x, int y, int z,
                                  const whole_direction& d, int& start) {
  const auto twice = [](int cell, int extent) { return std::int64_t{2 * cell - (extent - 1)}; };
  const std::int64_t first = plan.origin - d.x * twice(part.x + x, part.mesh.x) -
                             d.y * twice(part.y + y, part.mesh.y) -
                             d.z * twice(part.z + z, part.mesh.z);
  const line_steps steps{0, 2 * d.x, 2 * d.y, 2 * d.z};
  const std::int64_t lowest = first - std::int64_t{max(steps.x, 0)} * (Cells - 1) -
                              std::int64_t{max(steps.y, 0)} * (static_cast<int>(blockDim.y) - 1) -
                              std::int64_t{max(steps.z, 0)} * (static_cast<int>(blockDim.x) - 1);
  start = static_cast<int>(lowest >> plan.shift);
  const auto within = static_cast<unsigned>(first - (std::int64_t{start} << plan.shift));
  return {within << plan.finer, steps.x * (1 << plan.finer), steps.y * (1 << plan.finer),
          steps.z * (1 << plan.finer)};
}

/// Where the sample of this number, which has a fraction, begins in bytes; its segment begins at
/// `segment`. A dot product with the size
/// in one place shifts, multiplies and adds at once: this loop waits for nothing but instructions.
template <class Sample, bool IsByte>
__device__ unsigned byte_of(unsigned number, unsigned segment, const tile_plan& plan) {
  if (IsByte) return __dp4a(number, static_cast<unsigned>(sizeof(Sample)) << 24, segment);
  return segment + (number >> plan.shift) * static_cast<unsigned>(sizeof(Sample));
}

/// `field_stride` and `line_stride`: from one of the fields to the next. The rest of a tile beyond
/// the mesh reads what may lie beyond a line; zeros stand there.
template <class Real, int Cells, int Together, bool IsByte>
__global__ void project_tiles(device::span<Real> field, std::size_t field_stride, box part,
                              tile_plan plan, bands<Real> all, device::span<const Real> samples,
                              std::size_t line_stride,
                              device::span<const whole_direction> directions) {
  using sample = samples_together<Real, Together>;
  const int threads = static_cast<int>(blockDim.x * blockDim.y);
  const int thread = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  const int x = static_cast<int>(blockIdx.z) * Cells;
  const int y = static_cast<int>(blockIdx.y * blockDim.y),
            z = static_cast<int>(blockIdx.x * blockDim.x);
  const std::size_t held = static_cast<std::size_t>(plan.lines_at_once) * plan.segment;
  const auto segments = device::dynamic_shared<sample>(held);
  const auto steps = device::dynamic_shared<line_steps>(plan.lines_at_once, held * sizeof(sample));
  const auto starts = device::dynamic_shared<int>(
      plan.lines_at_once, held * sizeof(sample) + plan.lines_at_once * sizeof(line_steps));

  Real sum[Together][Cells] = {};
  for (int first = 0; first < all.lines; first += plan.lines_at_once) {
    const int count = min(plan.lines_at_once, all.lines - first);
    __syncthreads();
    for (int l = thread; l < count; l += threads)
      steps[l] = first_steps<Real, Cells>(plan, part, x, y, z, directions[first + l], starts[l]);
    __syncthreads();
    for (int i = thread; i < count * plan.segment; i += threads) {
      const int l = i / plan.segment;
      const int number = starts[l] + i - l * plan.segment;
      const bool on_line = number >= 0 && number < all.length;
      const std::size_t place = static_cast<std::size_t>(first + l) * all.length + number;
      sample read;
      for (int f = 0; f < Together; ++f)
        read.of_field[f] = on_line ? samples[f * line_stride + place] : Real(0);
      segments[i] = read;
    }
    __syncthreads();
    for (int l = 0; l < count; ++l) {
      const line_steps line = steps[l];
      const auto segment = static_cast<unsigned>(l * plan.segment * sizeof(sample));
      unsigned number = line.first - line.y * threadIdx.y - line.z * threadIdx.x;
#pragma unroll
      for (int c = 0; c < Cells; ++c) {
        const sample read = segments.at_byte(byte_of<sample, IsByte>(number, segment, plan));
#pragma unroll
        for (int f = 0; f < Together; ++f) sum[f][c] += read.of_field[f];
        number -= line.x;
      }
    }
  }

  const int cell_y = y + static_cast<int>(threadIdx.y), cell_z = z + static_cast<int>(threadIdx.x);
  if (cell_y >= part.size.y || cell_z >= part.size.z) return;
  for (int c = 0; c < Cells && x + c < part.size.x; ++c) {
    const std::size_t cell =
        (static_cast<std::size_t>(x + c) * part.size.y + cell_y) * part.size.z + cell_z;
    for (int f = 0; f < Together; ++f) field[f * field_stride + cell] = sum[f][c] * all.scale;
  }
}

}  // namespace turning_bands
