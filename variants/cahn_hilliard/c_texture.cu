// Kernel C: texture memory.
#include "kernels/cahn_hilliard/texture_2d.cuh"
#include "kernels/cahn_hilliard/texture_3d.cuh"
#include "variants/cahn_hilliard/device_runner.h"

namespace cahn_hilliard {
namespace {

std::optional<std::string> invalid_texture(const retime::point& at) {
  const auto s = settings_of(at);
  const lattice l =
      s.double_precision ? lattice_of<double>(s.n, s.edge) : lattice_of<float>(s.n, s.edge);
  if (s.dim == 3 && l.row(0, s.n) > most_linear_texels) {
    return "n=" + std::to_string(s.n) + ", dim=3: more than the 2^27 texels of a linear texture";
  }
  return invalid_block(at);
}

}  // namespace

REGISTER_VARIANT(problem, {
                              .id = "c_texture",
                              .paper = {"leist_2009", "Kernel C"},
                              .printed = {{"flow", "copy"}, {"launch", "stream"}},
                              .base = "cpu_serial",
                              .axes = device_axes(),
                              .invalid = invalid_texture,
                              .memory_bytes = device_bytes,
                              .work = work_of,
                              .prepare =
                                  [](const problem& of, const retime::point& at) {
                                    return of.dim == 2 ? prepare_on_device<texture_pass_2d>(of, at)
                                                       : prepare_on_device<texture_pass_3d>(of, at);
                                  },
                          });

}  // namespace cahn_hilliard
