// Textures over the fields of a run. After kernels/device/device.h.
//
// The paper bound a texture reference anew. Here each field has a texture object over the very
// memory that passes write, made once: a pass reads through the texture of the field that the pass
// before wrote, nothing is copied for it, and kernel C moves no byte more than kernel A. A texture
// may read stale data within one launch only, and no pass reads through the texture of the field it
// writes.
#pragma once

#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/cahn_hilliard/lattice.h"

namespace cahn_hilliard {

template <class Real>
class texture_bindings {
 public:
  /// The fields must outlive the bindings, where they are.
  template <class Make>
  void bind(const std::vector<device_field<Real>>& fields, Make make) {
    for (const auto& each : fields) bound_.emplace_back(&each, make(each));
  }
  device::texture_object of(const device_field<Real>& wanted) const {
    for (const auto& [cells, texture] : bound_) {
      if (cells == &wanted) return texture.object();
    }
    throw std::logic_error("a field without a texture");
  }

 private:
  std::vector<std::pair<const device_field<Real>*, device::texture<Real>>> bound_;
};

/// Rows of a 2-D field as a texture.
template <class Real>
device::texture<Real> rows_as_texture(const device_field<Real>& cells, device::sampling how) {
  const auto n = std::size_t(cells.shape().n);
  return device::texture<Real>::pitched(cells.buffer(), n, n, std::size_t(cells.shape().pitch),
                                        how);
}

}  // namespace cahn_hilliard
