// Kernel A: global memory.
#include "variants/cahn_hilliard/conserving.cuh"

namespace cahn_hilliard::a_global_variant {

template <int Cells>
struct rows_of {
  template <class Real>
  using plain = global_2d<Real, Cells>;
  template <class Real>
  using conserving = conserving_2d<Real, Cells>;
};

runner prepare(const problem& problem, const retime::point& tuning) {
  if (problem.dim == 3) return prepare_either<global_3d, conserving_3d>(problem, tuning);
  return cells_per_thread.dispatch(tuning, [&]<int Cells>() {
    using rows = rows_of<Cells>;
    return prepare_either<rows::template plain, rows::template conserving>(problem, tuning);
  });
}

std::vector<retime::tuning_axis> axes() {
  auto axes = device_axes();
  axes.push_back(cells_per_thread.axis());
  return axes;
}

retime::reason invalid(const retime::point& at) {
  const bool several_in_3d = at.integer("dim") == 3 && at.integer(cells_per_thread.name) != 1;
  if (several_in_3d) return "cells_per_thread: 3-D has 1 cell a thread";
  return retime::first_of({invalid_block(at), cells_per_thread.invalid(at)});
}

REGISTER_VARIANT(problem,
                 {.id = "a_global",
                  .paper = {"leist_2009", "Kernel A"},
                  .printed = {{"flow", "copy"}, {"launch", "stream"}, {cells_per_thread.name, 1}},
                  .base = "cpu_serial",
                  .axes = axes(),
                  .invalid = invalid,
                  .memory_bytes = device_bytes,
                  .work = work_of,
                  .prepare = prepare});

}  // namespace cahn_hilliard::a_global_variant
