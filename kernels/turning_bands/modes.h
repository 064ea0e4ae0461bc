// The modes of a field for the 3-D FFT (Sect. 3, "Traditional 3D FFT method"): amplitudes by the
// spectrum, phases by Philox. Host and device share them. constexpr, so that nvcc lets a kernel
// call it.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "kernels/turning_bands/mesh.h"

namespace turning_bands {

struct mode {
  int x = 0, y = 0, z = 0;  ///< 0 <= x < nx, 0 <= y < ny, 0 <= z <= nz/2

  constexpr bool operator==(const mode&) const = default;
};

constexpr std::int64_t half_modes(const extents& mesh) {
  return std::int64_t{mesh.x} * mesh.y * (mesh.z / 2 + 1);
}

constexpr mode mode_of(const extents& mesh, std::int64_t id) {
  const int depth = mesh.z / 2 + 1;
  const std::int64_t row = id / depth;
  return {static_cast<int>(row / mesh.y), static_cast<int>(row % mesh.y),
          static_cast<int>(id - row * depth)};
}

constexpr std::int64_t id_of(const extents& mesh, const mode& m) {
  return (std::int64_t{m.x} * mesh.y + m.y) * (mesh.z / 2 + 1) + m.z;
}

/// The mode -k where it is stored too: on the planes z = 0 and z = nz/2. Else k itself.
constexpr mode conjugate_of(const extents& mesh, const mode& m) {
  if (m.z != 0 && 2 * m.z != mesh.z) return m;
  return {(mesh.x - m.x) % mesh.x, (mesh.y - m.y) % mesh.y, m.z};
}

constexpr bool is_own_conjugate(const extents& mesh, const mode& m) {
  return (m.z == 0 || 2 * m.z == mesh.z) && conjugate_of(mesh, m) == m;
}

/// The wave number of mode i along an axis of n cells, in radians a cell.
constexpr double wave_number(int i, int n) {
  return 2 * std::numbers::pi * (2 * i <= n ? i : i - n) / n;
}

/// |k| in radians a cell.
constexpr double wave_number(const extents& mesh, const mode& m) {
  const double x = wave_number(m.x, mesh.x), y = wave_number(m.y, mesh.y),
               z = wave_number(m.z, mesh.z);
  return std::sqrt(x * x + y * y + z * z);
}

struct mode_number {
  double re = 0, im = 0;
};

/// A e^{i Phi}, so that a field of unit cells has the power P(k): A = sqrt(P / cells). Phi(-k) =
/// -Phi(k), and a mode that is its own conjugate is real. `word_of(id)` gives 32 random bits for a
/// mode.
template <class Spectrum, class Words>
constexpr mode_number random_mode(const extents& mesh, const mode& m, const Spectrum& spectrum,
                                  const Words& word_of) {
  const mode other = conjugate_of(mesh, m);
  const std::int64_t id = id_of(mesh, m), partner = id_of(mesh, other);
  const bool mirrored = partner < id;
  const double amplitude =
      std::sqrt(spectrum.power(wave_number(mesh, m)) / static_cast<double>(mesh.cells()));
  const std::uint32_t bits = word_of(mirrored ? partner : id);
  if (is_own_conjugate(mesh, m)) return {bits >> 31 ? -amplitude : amplitude, 0};
  const double phase = 2 * std::numbers::pi * 0x1p-32 * bits;
  const double sine = std::sin(phase);
  return {amplitude * std::cos(phase), mirrored ? -sine * amplitude : sine * amplitude};
}

}  // namespace turning_bands
