// Variant C (Hoffmann 2010, Sect. V-C, Fig. 10): only accessible sites, in a list, each with the
// indices of its neighbours; numbered outwards from the start, so that step s updates the first
// t[s]. The loop:
//
//   for i = 0 .. t[s] - 1:
//     sum = 0, n = 0
//     for j in neighbours[i] (-x, +x, -y, +y):
//       if j != not_present: sum += old[j], n++
//     next[i] = (sum + (4 - n) * old[i]) / 4
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/carpet/compact_numbering.h"
#include "kernels/carpet/device_walk.cuh"
#include "kernels/carpet/update.h"

namespace carpet {

template <class Real>
__device__ __forceinline__ Real present(int index, Real value) {
  return index >= 0 ? value : 0;
}

/// A thread updates Sites sites a block apart: more loads are in flight than one thread a site has.
/// `backwards`: the sweep starts at the outermost sites (walk_options). Streamed: indices give way
/// to probabilities in the cache.
template <class Real, int Sites, bool Streamed>
__global__ void c_compact(device::span<const Real> old, device::span<Real> next,
                          device::span<const int4> neighbours, int count, bool backwards) {
  const int block = static_cast<int>(backwards ? gridDim.x - 1 - blockIdx.x : blockIdx.x);
  const int first = block * static_cast<int>(blockDim.x) * Sites + static_cast<int>(threadIdx.x);
  device::trigger_dependent_launch();
  int i[Sites];
  int4 at[Sites];
  for (int k = 0; k < Sites; ++k) {
    i[k] = min(first + k * static_cast<int>(blockDim.x), count - 1);  // the last one is repeated
    at[k] = Streamed ? __ldcs(&neighbours[i[k]]) : neighbours[i[k]];
  }
  // The indices never change, so they are read while the step before ends.
  device::grid_dependency_wait();

  // What is not present reads the start's site and counts as 0: so no load waits for a branch.
  Real here[Sites], left[Sites], right[Sites], above[Sites], below[Sites];
  for (int k = 0; k < Sites; ++k) {
    here[k] = old[i[k]];
    left[k] = old[max(at[k].x, 0)];
    right[k] = old[max(at[k].y, 0)];
    above[k] = old[max(at[k].z, 0)];
    below[k] = old[max(at[k].w, 0)];
  }
  for (int k = 0; k < Sites; ++k) {
    const Real sum = present(at[k].x, left[k]) + present(at[k].y, right[k]) +
                     present(at[k].z, above[k]) + present(at[k].w, below[k]);
    const int absent = (at[k].x < 0) + (at[k].y < 0) + (at[k].z < 0) + (at[k].w < 0);
    next[i[k]] = updated(sum, static_cast<Real>(absent), here[k]);
  }
}

template <class Real, int Sites>
class c_compact_walk : public device_walk<Real, compact_numbering> {
 public:
  /// `rings`: rings of sites numbered together (compact_numbering); 1 is the paper's numbering.
  c_compact_walk(const problem& problem, const walk_options& options, int rings, bool streamed)
      : device_walk<Real, compact_numbering>(problem, compact_numbering(problem, rings), options,
                                             std::vector<Real>(problem.sites())),
        neighbours_(problem.sites()),
        kernel_(streamed ? c_compact<Real, Sites, true> : c_compact<Real, Sites, false>) {
    const auto indices = this->layout_.neighbours();
    std::vector<int4> packed(indices.size());
    std::ranges::transform(indices, packed.begin(),
                           [](const auto& n) { return make_int4(n[0], n[1], n[2], n[3]); });
    neighbours_.upload(packed);
  }

  void step(device::stream& queue, int s) {
    device::launch(queue, kernel_, shape_of(s), this->old_at(s), this->new_at(s),
                   neighbours_.view(), this->layout_.threads(s), this->options_.backwards(s));
  }
  /// The last step, the largest.
  device::launch_report report() const {
    return device::describe("c_compact", kernel_, shape_of(this->problem_.steps));
  }

 private:
  device::launch_shape shape_of(int s) const {
    return this->line_of((this->layout_.threads(s) + Sites - 1) / Sites);
  }

  device::buffer<int4> neighbours_;
  void (*kernel_)(device::span<const Real>, device::span<Real>, device::span<const int4>, int,
                  bool);
};

}  // namespace carpet
