// T steps of the walk in one pass over memory, T = 1, 2, 4 or 8. The loop:
//
//   for t = 1 .. T:
//     for y, x with |x|+|y| <= s + t, of accessible sites:
//       p[t][y][x] = (p[t-1][y][x-1] + p[t-1][y][x+1] + p[t-1][y-1][x] + p[t-1][y+1][x]
//                     + (4 - n) p[t-1][y][x]) / 4
//
// Only p[0] is read and only p[T] written. A warp goes down the rows of its strip of columns. Of
// every p[t] its lanes hold the last two rows: when row y of p[t] comes, row y-1 of p[t+1] follows
// from it, and that is at once the row that comes to the next stage. Neighbours to the left and
// right are those of the lanes beside.
//
// A step of the other dense variants moves 8 bytes a site, and its time is theirs. Here it is p
// read, p written and the byte that says 4 - n, once in T steps: 9/T bytes a site and step in
// single precision. The price are the sites at the seams, which several warps compute: T columns at
// each side of a strip and T rows above and below a block, fewer at every step.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/carpet/device_walk.cuh"
#include "kernels/carpet/passes.h"
#include "kernels/carpet/strip_rows.cuh"
#include "kernels/carpet/strips.h"

namespace carpet {

/// A block is one warp, so that the compiler knows that all lanes take the same turns: a shuffle
/// then needs no vote on who takes part. It may have all registers: eight steps of four sites take
/// 197 in single precision (in double all 255, and a few bytes of memory).
template <class Real, int Sites, int Steps>
__global__ void __launch_bounds__(32, 1)
    several_steps(device::span<const Real> old, device::span<Real> next,
                  device::span<const unsigned char> stays, plane_shape plane, strip_pass pass) {
  using row = tile_row<Real, Sites>;
  using cut = strip<Sites, Steps>;
  const int lane = static_cast<int>(threadIdx.x);
  const int left = pass.x_first + static_cast<int>(blockIdx.x) * cut::columns;
  const auto [y_first, y_end] =
      pass.rows_of(static_cast<int>(blockIdx.y), left, left + cut::columns - 1);
  device::trigger_dependent_launch();
  if (y_first >= y_end) return;

  // Row i of the incoming ones is row y_first - Steps + i of p[0].
  const int rows = y_end - y_first + 2 * Steps;
  const int first = plane.at(left + (lane - cut::overlap_lanes) * Sites, y_first - Steps);
  const bool writes = lane >= cut::overlap_lanes && lane < 32 - cut::overlap_lanes;

  // Indices of these arrays are known when the loops are unrolled, so that they lie in registers.
  stage<Real, Sites> stages[Steps];
  site_weights<Real, Sites> weights[rows_ahead];  // of the last rows: of row i at i % rows_ahead
  static_assert(Steps <= rows_ahead);

  device::grid_dependency_wait();
  incoming_rows<Real, Sites> incoming(old, stays, first, plane.pitch);
  incoming.begin();
  for (int turn = 0; turn < rows; turn += rows_ahead) {
#pragma unroll
    for (int k = 0; k < rows_ahead; ++k) {
      row newest = incoming.p;
      const auto newest_stays = incoming.stays;
      incoming.go_on(turn + k + 1, (k + 1) % rows_ahead);
#pragma unroll
      for (int t = 0; t < Steps; ++t) {
        // Stage t computes row i - 1 - t of p[t+1]. The weights of row i - Steps are used last
        // here, before those of row i may take their place.
        newest = stages[t].next(newest, weights[(k + 2 * rows_ahead - 1 - t) % rows_ahead]);
      }
      weights[k] = weights_of<Real, Sites>(newest_stays);
      const int i = turn + k;  // `newest` is row y_first - 2 * Steps + i of p[Steps]
      if (writes && i >= 2 * Steps && i < rows)
        store_row(next, first + (i - Steps) * plane.pitch, newest);
    }
  }
  device::wait_for_copies<0>();  // none is left to arrive after the block
}

/// The walk in passes of up to `steps_per_pass` steps, by blocks of `block_rows` rows.
template <class Real, int Sites>
class several_steps_walk : public device_walk<Real, plane_shape> {
 public:
  several_steps_walk(const problem& problem, int steps_per_pass, int block_rows,
                     const walk_options& options)
      : several_steps_walk(problem, plane_shape(problem.reach, around_strips(Sites)),
                           steps_per_pass, block_rows, options) {}

  void advance(device::stream& queue, int first, int last) {
    int turn = first;  // passes_of() lets arrays change places at passes as at steps
    int done = first - 1;
    for (const int steps : passes_of(last - done, steps_per_pass_)) {
      done += steps;
      with_instance(steps, [&]<int Steps>() {
        const strip_pass pass = pass_to<Steps>(done);
        device::launch(queue, several_steps<Real, Sites, Steps>, shape_of(pass), this->old_at(turn),
                       this->new_at(turn), stays_.view(), this->layout_, pass);
      });
      ++turn;
    }
  }

  /// The last pass, the largest.
  device::launch_report report() const {
    const int steps = this->problem_.steps - this->problem_.first_step + 1;
    return with_instance(passes_of(steps, steps_per_pass_).back(), [&]<int Steps>() {
      return device::describe("several_steps", several_steps<Real, Sites, Steps>,
                              shape_of(pass_to<Steps>(this->problem_.steps)));
    });
  }

 private:
  several_steps_walk(const problem& problem, const plane_shape& plane, int steps_per_pass,
                     int block_rows, const walk_options& options)
      : device_walk<Real, plane_shape>(problem, plane, options, std::vector<Real>(plane.sites())),
        steps_per_pass_(steps_per_pass),
        block_rows_(block_rows),
        stays_(stays_of(problem, plane)) {}

  /// use.operator()<N>() for N = `steps`, which passes_of() gave.
  template <class Use>
  static auto with_instance(int steps, Use use) {
    switch (steps) {
      case 1:
        return use.template operator()<1>();
      case 2:
        return use.template operator()<2>();
      case 4:
        return use.template operator()<4>();
      case 8:
        return use.template operator()<8>();
      default:
        throw std::logic_error("no pass takes " + std::to_string(steps) + " steps");
    }
  }

  template <int Steps>
  strip_pass pass_to(int last_step) const {
    return {this->problem_.reach, Sites, strip<Sites, Steps>::columns, last_step, block_rows_};
  }
  device::launch_shape shape_of(const strip_pass& pass) const {
    return {.grid = dim3(pass.strips, pass.blocks),
            .block = dim3(32),
            .programmatic_launch = this->options_.programmatic_launch};
  }

  int steps_per_pass_, block_rows_;
  device::buffer<unsigned char> stays_;
};

}  // namespace carpet
