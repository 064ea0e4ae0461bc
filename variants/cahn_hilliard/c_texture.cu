// Kernel C: texture memory.
#include "kernels/cahn_hilliard/step_3d.cuh"
#include "kernels/cahn_hilliard/texture_2d.cuh"
#include "variants/cahn_hilliard/parameters.h"
#include "variants/cahn_hilliard/runner.cuh"

namespace cahn_hilliard::c_texture_variant {

retime::reason invalid(const retime::point& point) {
  const settings s = settings_of(point);
  const lattice l =
      s.double_precision ? lattice_of<double>(s.n, s.edge) : lattice_of<float>(s.n, s.edge);
  if (s.dim == 3 && l.row(0, s.n) > most_linear_texels) {
    return "n=" + std::to_string(s.n) + ", dim=3: more than the 2^27 texels of a linear texture";
  }
  return retime::first_of({invalid_update(point), retime::invalid_rectangle(point)});
}

runner prepare(const problem& problem, const retime::point& tuning) {
  if (problem.dim == 3) return prepare_on_device<texture_3d>(problem, tuning);
  return prepare_on_device<texture_2d>(problem, tuning);
}

REGISTER_VARIANT(problem, {.id = "c_texture",
                           .paper = {"leist_2009", "Kernel C"},
                           .printed = {{"flow", "copy"}, {"launch", "stream"}},
                           .base = "cpu_serial",
                           .axes = device_axes(),
                           .invalid = invalid,
                           .memory_bytes = device_bytes,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace cahn_hilliard::c_texture_variant
