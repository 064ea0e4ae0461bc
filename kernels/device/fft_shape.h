// How many transforms of which size, checked alike on both devices.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "kernels/device/errors.h"

namespace device {

enum class fft_direction { to_reals, to_modes };

/// `batch` transforms, packed one after the other, of extent[0] x extent[1] x extent[2] reals each,
/// the last fastest, and of extent[0] x extent[1] x (extent[2] / 2 + 1) modes.
struct fft_shape {
  std::array<int, 3> extent{1, 1, 1};
  int batch = 1;

  std::size_t reals() const { return rows() * static_cast<std::size_t>(extent[2]); }
  std::size_t modes() const { return rows() * static_cast<std::size_t>(extent[2] / 2 + 1); }
  std::string text() const {
    return std::to_string(batch) + " FFTs of " + std::to_string(extent[0]) + " x " +
           std::to_string(extent[1]) + " x " + std::to_string(extent[2]) + " reals";
  }

  /// Throws device::error for an extent that is not positive.
  void check() const {
    for (const int each : {batch, extent[0], extent[1], extent[2]})
      if (each < 1) throw error(text() + ": there is nothing to transform");
  }
  /// Throws device::error for buffers of another size.
  void check_sizes(std::size_t modes_given, std::size_t reals_given) const {
    if (modes_given != modes() || reals_given != reals())
      throw error(text() + " take " + std::to_string(modes()) + " modes and " +
                  std::to_string(reals()) + " reals, not " + std::to_string(modes_given) + " and " +
                  std::to_string(reals_given));
  }

 private:
  std::size_t rows() const {
    return static_cast<std::size_t>(batch) * static_cast<std::size_t>(extent[0]) *
           static_cast<std::size_t>(extent[1]);
  }
};

}  // namespace device
