// Modes of the 3-D FFT are numbered with 64 bits through the half that is stored. Their powers and
// phases, and that -k is conjugate to k, are tested by NumPy (tests/python).
#include "kernels/turning_bands/modes.h"

#include <gtest/gtest.h>

namespace turning_bands {
namespace {

TEST(TurningBandsModes, AreNumberedThroughTheHalfThatIsStored) {
  EXPECT_EQ(half_modes({256, 256, 256}), 256 * 256 * 129);  // and no 257
  constexpr extents huge{4096, 4095, 4096};
  EXPECT_EQ(half_modes(huge), std::int64_t{4096} * 4095 * 2049);
  EXPECT_EQ(id_of(huge, {4095, 4094, 2048}), half_modes(huge) - 1);
  for (const mode& m : {mode{4095, 4094, 2048}, {4095, 0, 1}, {0, 4094, 0}})
    EXPECT_EQ(mode_of(huge, id_of(huge, m)), m);
}

}  // namespace
}  // namespace turning_bands
