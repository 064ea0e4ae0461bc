// Textures over the fields of a run.
//
// The paper bound a texture reference anew. Here each field has a texture object over the very
// memory that passes write, made once: a pass reads through the texture of the field that the pass
// before wrote, nothing is copied for it, and kernel C moves no byte more than kernel A. A texture
// may read stale data within one launch only, and no pass reads through the texture of the field it
// writes.
#pragma once

#include "kernels/cahn_hilliard/lattice.h"

namespace cahn_hilliard {

/// Rows of a 2-D field as a texture.
template <class Real>
device::texture<Real> rows_as_texture(const device_field<Real>& cells, device::sampling how) {
  const auto n = static_cast<std::size_t>(cells.shape().n);
  return device::texture<Real>::pitched(cells.buffer(), n, n,
                                        static_cast<std::size_t>(cells.shape().pitch), how);
}

}  // namespace cahn_hilliard
