// Kernel B (Leist et al. 2009, Sect. 3.1.7, Listing 7): global memory into a tile of shared memory.
// Blocks overlap by a border of two threads which only load (Fig 4), as in kernel D, or branch
// where a neighbour lies outside of their tile.
#pragma once

#include "kernels/cahn_hilliard/pass.cuh"

namespace cahn_hilliard {

/// printed: the interiors of the blocks tile the field ("divisible by 12"). guarded: they do not,
/// and threads beyond the edge are kept from writing. strip: a block is one row, with a border at
/// its ends; the rows above and below are not in its tile. branching: no border, every thread
/// writes, and what its tile lacks it reads as it read its own cell.
enum class tile_form { printed, guarded, strip, branching };

constexpr int border_x(tile_form form) { return form == tile_form::branching ? 0 : 2; }
constexpr int border_y(tile_form form) { return form < tile_form::strip ? 2 : 0; }

/// Cells that a block writes: of 16 x 16 threads the paper's inner 12 x 12 write a cell each.
constexpr dim3 interior(const dim3& block, tile_form form) {
  return {block.x - 2 * border_x(form), block.y - 2 * border_y(form)};
}

constexpr tile_form form_of(const pass_plan& plan) {
  if (plan.branches) return tile_form::branching;
  if (plan.block.y == 1) return tile_form::strip;
  const dim3 writes = interior(plan.block, tile_form::printed);
  const bool tiled = plan.shape.n % writes.x == 0 && plan.shape.n % writes.y == 0;
  return tiled ? tile_form::printed : tile_form::guarded;
}

/// `use.operator()<Form>()` for the plan's form.
template <class Use>
auto with_form(const pass_plan& plan, Use use) {
  switch (form_of(plan)) {
    case tile_form::printed:
      return use.template operator()<tile_form::printed>();
    case tile_form::guarded:
      return use.template operator()<tile_form::guarded>();
    case tile_form::strip:
      return use.template operator()<tile_form::strip>();
    default:
      return use.template operator()<tile_form::branching>();
  }
}

template <class Real>
struct tile_traits : kernel_traits<Real> {
  static device::launch_shape shape(const pass_plan& plan) {
    const dim3 writes = interior(plan.block, form_of(plan));
    return {{blocks_for(plan.shape.n, writes.x), blocks_for(plan.shape.n, writes.y)},
            plan.block,
            plan.block.x * plan.block.y * sizeof(Real)};
  }
  static const char* form(const pass_plan& plan) {
    constexpr const char* names[]{"printed form", "guarded form", "strip", "branching form"};
    return names[static_cast<int>(form_of(plan))];
  }
};

/// The body of both kernels; read(x, y) gives the cell of the input at that place, which lies
/// inside the field. Threads more than a border beyond the field load a cell that no writer uses.
template <class Real, tile_form Form, bool Midpoint, class Read>
__device__ __forceinline__ void tile_step(Read read, device::span<const Real> base,
                                          device::span<Real> out, const lattice& l,
                                          const coefficients<Real>& p) {
  constexpr bool guarded = Form != tile_form::printed;
  constexpr int bordered_x = border_x(Form), bordered_y = border_y(Form);
  const auto tile = device::dynamic_shared<Real>(blockDim.x * blockDim.y);
  const int tx = static_cast<int>(threadIdx.x), ty = static_cast<int>(threadIdx.y),
            bx = static_cast<int>(blockDim.x), by = static_cast<int>(blockDim.y);
  const int x = static_cast<int>(blockIdx.x) * (bx - 2 * bordered_x) + tx - bordered_x,
            y = static_cast<int>(blockIdx.y) * (by - 2 * bordered_y) + ty - bordered_y;
  const bool in_border_reach = !guarded || (x < l.n + 2 && y < l.n + 2);
  const int t = ty * bx + tx;
  tile[t] = in_border_reach ? read(l.inside(x), l.inside(y)) : Real{0};
  __syncthreads();

  bool writer =
      tx >= bordered_x && tx < bx - bordered_x && ty >= bordered_y && ty < by - bordered_y;
  if (guarded) writer = writer && x < l.n && y < l.n;
  if (!writer) return;
  const auto columns = l.around(x), rows = l.around(y);
  const auto within = [](int i, int d, int size) {
    return d == 0 || (d < 0 ? i + d >= 0 : i + d < size);
  };
  const cells_2d<Real> cells = cells_around<Real>([&](int dx, int dy) {
    const bool in_tile =
        bordered_y > 0 ||
        (Form == tile_form::strip ? dy == 0 : within(tx, dx, bx) && within(ty, dy, by));
    return in_tile ? tile[static_cast<unsigned>(t + dy * bx + dx)]
                   : read(columns[dx + 2], rows[dy + 2]);
  });
  const std::size_t i = l.row(y) + x;
  out[i] = (Midpoint ? base[i] : cells.centre) + change(p, cells);
}

/// Equals: for each cell: out = base + change(stencil of in around it). Midpoint: as
/// global_step_2d.
template <class Real, tile_form Form, bool Midpoint>
__global__ void shared_step_2d(device::span<const Real> in, device::span<const Real> base,
                               device::span<Real> out, lattice l, coefficients<Real> p) {
  tile_step<Real, Form, Midpoint>([&](int x, int y) { return in[l.row(y) + x]; }, base, out, l, p);
}

template <class Real>
struct shared_2d : tile_traits<Real> {
  static constexpr const char* name = "shared_step_2d";
  static auto instance(const pass_plan& plan, bool midpoint) {
    return with_form(plan, [&]<tile_form Form>() {
      return midpoint ? shared_step_2d<Real, Form, true> : shared_step_2d<Real, Form, false>;
    });
  }
};

}  // namespace cahn_hilliard
