// The power spectrum of a field on a regular mesh, averaged over the directions of k.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "kernels/turning_bands/mesh.h"

namespace turning_bands {

/// Shells of |k|, without those that hold no mode. k in radians a cell.
struct shells {
  std::vector<double> k{};      ///< mean over the shell's modes
  std::vector<double> power{};  ///< mean; 1 for white noise of variance 1
  std::vector<double> modes{};  ///< Fourier modes; k and -k, which say the same, are two
  int dimensions = 3;           ///< axes of more than one cell
  double mixing = 0;  ///< mean square, along an axis, of how far in k a window mixes the power
};

/// Reads the block of at most 256 cells an edge at the mesh's first corner, its mean removed. It is
/// multiplied by a Hann window along each axis unless the field is periodic and the block all of
/// it. The shells are 2 pi / (shortest edge of the block) wide and centred on multiples of that,
/// from the first to |k| = pi; an edge of one cell is none. Takes 8 bytes a cell of the block.
template <class Real>
shells shell_spectrum(std::span<const Real> field, const extents&, bool periodic);

/// With its standard error.
struct slope {
  double value = 0, error = 0;
};

/// The mean power of fields of one mesh.
shells mean_of(const std::vector<shells>& fields);

/// d ln(power) / d ln(k) of the mean power, if there are enough shells. From eight fields on, the
/// standard error is by the scatter of the fields' own indices: unlike the scatter about the line,
/// it does not grow where the spectrum is no power law. Fields that share directions scatter less
/// than others.
std::optional<slope> spectral_index(const std::vector<shells>& fields);

}  // namespace turning_bands
