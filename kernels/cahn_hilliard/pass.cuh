// The launcher of all passes. A `Kernel` says what is its own: see kernel_traits.
#pragma once

#include <tuple>
#include <vector>

#include "kernels/cahn_hilliard/lattice.h"

namespace cahn_hilliard {

/// What every launcher needs to know of a run.
struct pass_plan {
  lattice shape;
  int planes;  ///< 1 in 2-D, n in 3-D
  dim3 block;
  int cells_per_thread = 1;  ///< consecutive cells along y
  bool branches = false;     ///< kernels B and D: in place of a border of threads
};

/// Blocks that cover `cells` cells, `each` a block.
constexpr unsigned blocks_for(int cells, unsigned each) {
  return (static_cast<unsigned>(cells) + each - 1) / each;
}

/// What the launcher asks of a kernel beside its `name` and its
///   instance(plan, midpoint)      a function of (input, base, out, lattice, own..., coefficients);
///                                 midpoint: the second pass of RK2, whose base is not its input
///   texture(field)                if its input is a texture; else it is the field itself
template <class Real>
struct kernel_traits {
  using real = Real;
  /// A thread a cell, or for several cells along y; blocks are a plane thick, z the block's index.
  static device::launch_shape shape(const pass_plan& plan) {
    return {{blocks_for(plan.shape.n, plan.block.x),
             blocks_for(plan.shape.n, plan.block.y * plan.cells_per_thread),
             static_cast<unsigned>(plan.planes)},
            plan.block};
  }
  /// Arguments of its own.
  static std::tuple<> own(const pass_plan&) { return {}; }
  /// Which of its code paths the plan takes, if it has several.
  static const char* form(const pass_plan&) { return ""; }
};

/// Binds shape and instances once; called for each pass.
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

  /// fields[out] = fields[base] + change(stencil of fields[in]). `more`: spans that the kernel
  /// writes beside its output.
  template <class... Spans>
  void operator()(device::stream& queue, const coefficients<real>& p, std::vector<field>& fields,
                  std::size_t in, std::size_t base, std::size_t out, Spans... more) const {
    const device::span<const real> base_cells = std::as_const(fields[base]).view();
    std::apply(
        [&](auto... own) {
          device::launch(queue, Kernel::instance(plan_, in != base), shape_, input(fields, in),
                         base_cells, fields[out].view(), more..., plan_.shape, own..., p);
        },
        Kernel::own(plan_));
  }

  device::launch_report report(bool midpoint) const {
    auto described = device::describe(Kernel::name, Kernel::instance(plan_, midpoint), shape_);
    described.form = Kernel::form(plan_);
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

  pass_plan plan_;
  device::launch_shape shape_;
  std::vector<device::texture<real>> textures_;
};

}  // namespace cahn_hilliard
