// Where the lines point.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/turning_bands/mesh.h"

namespace turning_bands {

/// Components are multiples of 2^-bits. Where bits is exact_bits(), the projection of every cell
/// onto a line is a number that the precision holds exactly: variants may compute it in any way,
/// also in whole numbers, and read the same sample.
struct direction_set {
  int bits = 0;
  std::vector<position> lines;
};

/// Where directions lie on the sphere, before they are turned.
enum class sequence {
  halton,  ///< as printed: the Halton sequence of bases 2 and 3 from index 1, evenly
  random   ///< what the paper sets against it (Sect. 3): each anywhere, of (seed, field)
};
inline constexpr const char* sequence_names[] = {"halton", "random"};

/// `lines` unit vectors, turned by a uniformly random rotation, a quaternion of (seed, field). Each
/// is then multiplied by `compression` and rounded to the bits, which changes it by up to 2^-bits.
direction_set make_directions(sequence drawn, int lines, double compression, int bits,
                              std::uint64_t seed, std::uint64_t field);

/// The most bits with which projections are exact: 18 in double precision; in float what 24 bits
/// leave beside half a line of `reach` cells.
int exact_bits(bool double_precision, double reach);

}  // namespace turning_bands
