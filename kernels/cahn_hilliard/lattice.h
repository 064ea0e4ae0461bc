// A 2-D or 3-D field as it lies in device memory, and the helpers that every kernel shares.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "kernels/cahn_hilliard/stencil.h"
#include "kernels/device/device.h"

namespace cahn_hilliard {

/// Rows start at multiples of 128 bytes for any n, so that a row's first warp is coalesced, and so
/// that a texture can be bound to the field as it lies (which asks for a pitch of whole 32 bytes).
struct lattice {
  int n;
  int pitch;  ///< cells from one row to the next
  boundary edge;

  constexpr std::size_t row(int y) const { return static_cast<std::size_t>(y) * pitch; }
  constexpr std::size_t row(int y, int z) const {
    return (static_cast<std::size_t>(z) * n + y) * pitch;
  }
  /// The cell that stands for i, which may lie up to 2 outside.
  constexpr int inside(int i) const { return neighbour(i, n, edge); }
  /// Those that stand for i - 2 to i + 2, of an i inside: what lies beyond the edge is asked once.
  constexpr std::array<int, 5> around(int i) const {
    if (edge == boundary::periodic)
      return {i < 2 ? i - 2 + n : i - 2, i < 1 ? n - 1 : i - 1, i, i + 1 < n ? i + 1 : 0,
              i + 2 < n ? i + 2 : i + 2 - n};
    return {i < 2 ? 1 - i : i - 2, i < 1 ? 0 : i - 1, i, i + 1 < n ? i + 1 : i,
            i + 2 < n ? i + 2 : 2 * n - 3 - i};
  }
  /// Outside the field its cells repeat with this period.
  constexpr int period() const { return edge == boundary::periodic ? n : 2 * n; }
  /// Where cell i, however far outside, lies in the period; and the cell that stands for it.
  constexpr int place(int i) const { return (i % period() + period()) % period(); }
  constexpr int at_place(int p) const { return p < n ? p : period() - 1 - p; }
  constexpr int repeated(int i) const { return at_place(place(i)); }
};

constexpr int row_alignment_bytes = 128;

template <class Real>
constexpr lattice lattice_of(int n, boundary edge) {
  constexpr int per_line = row_alignment_bytes / static_cast<int>(sizeof(Real));
  return {n, (n + per_line - 1) / per_line * per_line, edge};
}

/// A field on the device. `rows` is n in 2-D, n * n in 3-D.
template <class Real>
class device_field {
 public:
  device_field(const lattice& shape, int rows)
      : shape_(shape), rows_(rows), cells_(static_cast<std::size_t>(rows) * shape.pitch) {}

  device::span<Real> view() { return cells_.view(); }
  device::span<const Real> view() const { return cells_.view(); }
  const device::buffer<Real>& buffer() const { return cells_; }
  const lattice& shape() const { return shape_; }

  /// A 2-D field as a texture. The paper bound a texture reference anew. Here each field has a
  /// texture object over the very memory that passes write, made once: a pass reads through the
  /// texture of the field that the pass before wrote, nothing is copied for it, and kernel C moves
  /// no byte more than kernel A. A texture may read stale data within one launch only, and no pass
  /// reads through the texture of the field it writes.
  device::texture<Real> as_texture(device::sampling sampling) const {
    const auto n = static_cast<std::size_t>(shape_.n);
    return device::texture<Real>::pitched(cells_, n, n, shape_.pitch, sampling);
  }

  void poison() { cells_.poison(); }
  void copy_from(const device_field& other, device::stream& queue) {
    cells_.copy_from(other.cells_, queue);
  }

  /// Rows of an array that a texture owns, which has n x n texels.
  void copy_to(device::texture<Real>& array, device::stream& queue) const {
    array.copy_from(cells_, shape_.pitch, queue);
  }
  void copy_from(const device::texture<Real>& array, device::stream& queue) {
    array.copy_to(cells_, shape_.pitch, queue);
  }

  void upload(const std::vector<Real>& values) {
    if (shape_.pitch == shape_.n) return cells_.upload(values);
    std::vector<Real> padded(cells_.size());
    copy_rows(values.data(), shape_.n, padded.data(), shape_.pitch);
    cells_.upload(padded);
  }
  std::vector<Real> download() const {
    std::vector<Real> padded = cells_.to_host();
    if (shape_.pitch == shape_.n) return padded;
    std::vector<Real> values(static_cast<std::size_t>(rows_) * shape_.n);
    copy_rows(padded.data(), shape_.pitch, values.data(), shape_.n);
    return values;
  }

 private:
  void copy_rows(const Real* source, int source_pitch, Real* target, int target_pitch) const {
    for (int row = 0; row < rows_; ++row) {
      std::copy_n(source + static_cast<std::size_t>(row) * source_pitch, shape_.n,
                  target + static_cast<std::size_t>(row) * target_pitch);
    }
  }

  lattice shape_;
  int rows_;
  device::buffer<Real> cells_;
};

}  // namespace cahn_hilliard
