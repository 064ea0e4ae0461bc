// XORWOW (Marsaglia, "Xorshift RNGs", J. Stat. Softw. 8, 2003): five words of a xorshift generator
// plus a Weyl sequence, of period 2^192 - 2^32, in cuRAND's seeding of subsequence 0.
#pragma once

#include <cstdint>

namespace retime {

class xorwow {
 public:
  constexpr explicit xorwow(std::uint64_t seed) {
    const std::uint32_t low = 1099087573u * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49u);
    const std::uint32_t high = 2591861531u * (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddu);
    weyl_ += low + high;
    shifted_[0] += low;
    shifted_[1] ^= low;
    shifted_[2] += high;
    shifted_[3] ^= high;
    shifted_[4] += low;
  }

  constexpr std::uint32_t next() {
    const std::uint32_t first = shifted_[0] ^ (shifted_[0] >> 2), last = shifted_[4];
    for (int i = 0; i < 4; ++i) shifted_[i] = shifted_[i + 1];
    shifted_[4] = last ^ (last << 4) ^ first ^ (first << 1);
    weyl_ += 362437;
    return shifted_[4] + weyl_;
  }

 private:
  // The paper's numbers, which the seed changes.
  std::uint32_t shifted_[5] = {123456789, 362436069, 521288629, 88675123, 5783321};
  std::uint32_t weyl_ = 6615241;
};

}  // namespace retime
