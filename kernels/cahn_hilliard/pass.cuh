// The launcher of all passes. A `Kernel` says what is its own: see pass.
#pragma once

#include <tuple>
#include <vector>

#include "kernels/cahn_hilliard/lattice.h"

namespace cahn_hilliard {

/// What every launcher needs to know of a run.
struct pass_plan {
  lattice shape;
  dim3 block;
  int cells_per_thread = 1;  ///< consecutive cells along y
};

/// A thread a cell, or a thread for several cells along y.
inline dim3 grid_2d(const pass_plan& plan) {
  return {blocks_for(plan.shape.n, static_cast<int>(plan.block.x)),
          blocks_for(plan.shape.n, static_cast<int>(plan.block.y) * plan.cells_per_thread)};
}

/// One plane thick blocks, z the block's index.
inline dim3 grid_3d(const pass_plan& plan) {
  return {blocks_for(plan.shape.n, static_cast<int>(plan.block.x)),
          blocks_for(plan.shape.n, static_cast<int>(plan.block.y)),
          static_cast<unsigned>(plan.shape.n)};
}

/// Binds shape and instances once; called for each pass. `Kernel` has
///   name                          of the __global__ function
///   real                          float or double
///   shape(plan)                   the launch
///   instance(plan, midpoint)      a function of (input, base, out, lattice, own..., coefficients);
///                                 midpoint: the second pass of RK2, whose base is not its input
///   form(plan)                    which of its code paths the plan takes; absent if it has one
///   texture(field)                if its input is a texture; else it is the field itself
///   own(plan)                     a tuple of arguments of its own, if it has any
template <class Kernel>
class pass {
 public:
  using real = typename Kernel::real;
  using field = device_field<real>;
  static constexpr bool by_texture = requires(const field& cells) { Kernel::texture(cells); };

  /// The fields must outlive the pass, where they are.
  pass(const pass_plan& plan, const std::vector<field>& fields)
      : plan_(plan), shape_(Kernel::shape(plan)) {
    if constexpr (by_texture)
      for (const field& each : fields) textures_.push_back(Kernel::texture(each));
  }

  /// fields[out] = fields[base] + change(stencil of fields[in]).
  void operator()(device::stream& queue, const coefficients<real>& p, std::vector<field>& fields,
                  std::size_t in, std::size_t base, std::size_t out) const {
    const device::span<const real> base_cells = std::as_const(fields[base]).view();
    std::apply(
        [&](auto... own) {
          device::launch(queue, Kernel::instance(plan_, in != base), shape_, input(fields, in),
                         base_cells, fields[out].view(), plan_.shape, own..., p);
        },
        own_arguments());
  }

  device::launch_report report(bool midpoint) const {
    auto described = device::describe(Kernel::name, Kernel::instance(plan_, midpoint), shape_);
    if constexpr (requires { Kernel::form(plan_); }) described.form = Kernel::form(plan_);
    return described;
  }

 private:
  auto input(const std::vector<field>& fields, std::size_t in) const {
    if constexpr (by_texture) {
      return textures_[in].object();
    } else {
      return fields[in].view();
    }
  }
  auto own_arguments() const {
    if constexpr (requires { Kernel::own(plan_); }) {
      return Kernel::own(plan_);
    } else {
      return std::tuple{};
    }
  }

  pass_plan plan_;
  device::launch_shape shape_;
  std::vector<device::texture<real>> textures_;
};

}  // namespace cahn_hilliard
