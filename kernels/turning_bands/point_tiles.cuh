// Ours for points in any order: a block takes points that are neighbours (morton_order()), and
// holds the part of several lines that the box around them crosses in shared memory.
//
//   for each point p:
//     for l in 0 .. lines-1: field[p] += line[l][round(-(p . direction[l]) resolution) + length/2]
#pragma once

#include "kernels/turning_bands/project.cuh"

namespace turning_bands {

/// The box around a block's points.
template <class Real>
struct point_box {
  place<Real> low, high;
};

struct point_tile_plan {
  int lines_at_once = 0;
  int segment =
      0;  ///< samples of a line that shared memory holds; longer parts are read as they are
};

/// The samples of a line that a box crosses. Rounding is monotone, so no point of it reads others.
template <class Real>
__device__ int2 crossed(const point_box<Real>& box, const direction<Real>& d,
                        const bands<Real>& all) {
  const auto corner = [](Real component, Real low, Real high, bool far) {
    return (component > 0) == far ? high : low;
  };
  const auto sample = [&](bool far) {
    return sample_at(corner(d.x, box.low.x, box.high.x, far),
                     corner(d.y, box.low.y, box.high.y, far),
                     corner(d.z, box.low.z, box.high.z, far), d, all);
  };
  return make_int2(sample(true), sample(false));
}

template <class Real, int Points>
__global__ void project_point_tiles(device::span<Real> field, scattered<Real> points,
                                    device::span<const point_box<Real>> boxes, point_tile_plan plan,
                                    line_samples<Real> lines,
                                    device::span<const direction<Real>> directions) {
  const int threads = static_cast<int>(blockDim.x), thread = static_cast<int>(threadIdx.x);
  const std::size_t held = static_cast<std::size_t>(plan.lines_at_once) * plan.segment;
  const auto along = device::dynamic_shared<direction<Real>>(plan.lines_at_once);
  std::size_t used = plan.lines_at_once * sizeof(direction<Real>);
  const auto parts = device::dynamic_shared<int2>(plan.lines_at_once, used);
  used += plan.lines_at_once * sizeof(int2);
  const auto segments = device::dynamic_shared<Real>(held, used);

  const std::int64_t first_id = std::int64_t{blockIdx.x} * threads * Points + thread;
  place<Real> own[Points];
  Real sum[Points] = {};
  for (int i = 0; i < Points; ++i) {
    const std::int64_t id = first_id + i * threads;
    own[i] = points[id < points.size() ? id : points.size() - 1];
  }
  for (int first = 0; first < lines.all.lines; first += plan.lines_at_once) {
    const int count = min(plan.lines_at_once, lines.all.lines - first);
    __syncthreads();
    for (int l = thread; l < count; l += threads) {
      along[l] = directions[first + l];
      parts[l] = crossed(boxes[blockIdx.x], directions[first + l], lines.all);
    }
    __syncthreads();
    for (int i = thread; i < count * plan.segment; i += threads) {
      const int l = i / plan.segment;
      const int sample = parts[l].x + i - l * plan.segment;
      if (sample > parts[l].y) continue;
      segments[i] = lines.samples[static_cast<std::size_t>(first + l) * lines.all.length + sample];
    }
    __syncthreads();
    for (int l = 0; l < count; ++l) {
      const int2 part = parts[l];
      const direction<Real> d = along[l];
      const bool is_held = part.y - part.x < plan.segment;
      const int origin = l * plan.segment - part.x;
#pragma unroll
      for (int i = 0; i < Points; ++i) {
        if (is_held)
          sum[i] += segments[origin + sample_at(own[i].x, own[i].y, own[i].z, d, lines.all)];
        else
          sum[i] += lines.read(own[i], first + l, d);
      }
    }
  }
  for (int i = 0; i < Points; ++i) {
    const std::int64_t id = first_id + i * threads;
    if (id < points.size()) field[points.in_field(id)] = sum[i] * lines.all.scale;
  }
}

}  // namespace turning_bands
