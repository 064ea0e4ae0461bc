#include "kernels/support/xorwow.h"

#include <gtest/gtest.h>

namespace {

/// Words 1, 2, 3 and 100000 that cuRAND 10.4 gives.
TEST(Xorwow, IsThatOfCurand) {
  const struct {
    std::uint64_t seed;
    std::uint32_t first[3], last;
  } expected[] = {
      {0x0, {0xbd7f03b6, 0x703e556d, 0x845af0c5}, 0x6f104e51},
      {0x1, {0xacbf08dc, 0xb9784ebf, 0x81e9e679}, 0xe06ff686},
      {0x4d2, {0x253d5e15, 0x6f558604, 0xdee6daf2}, 0xc99a57ad},
      {0x100000000, {0x2302589b, 0xd5c1aa52, 0x593ad1e4}, 0x09ff1a22},
      {0x123456789abcdef0, {0x27556bc2, 0x645b34e5, 0xfd23f51f}, 0x6fcb477b},
      {0xffffffffffffffff, {0x31fd1ba4, 0xdd2e08a0, 0x4a3cb10e}, 0x3d91b55c},
  };
  for (const auto& [seed, first, last] : expected) {
    retime::xorwow random(seed);
    for (const std::uint32_t word : first) EXPECT_EQ(random.next(), word) << seed;
    for (int i = 3; i < 99999; ++i) random.next();
    EXPECT_EQ(random.next(), last) << seed;
  }
}

}  // namespace
