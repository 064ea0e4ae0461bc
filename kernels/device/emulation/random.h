// The words of cuRAND's Philox: the n-th of a subsequence is word n % 4 of counter {n / 4,
// subsequence} under the key `seed`.
#pragma once

#include "kernels/device/emulation/types.h"
#include "kernels/support/philox.h"
#include "kernels/support/xorwow.h"

namespace device {

class philox {
 public:
  philox(unsigned long long seed, unsigned long long subsequence, unsigned long long offset)
      : seed_(seed), subsequence_(subsequence), drawn_(offset) {}

  unsigned next() {
    const auto low = static_cast<unsigned>(drawn_ / 4),
               high = static_cast<unsigned>(drawn_ / 4 >> 32);
    const auto block = retime::philox4x32<10>({{low, high, static_cast<unsigned>(subsequence_),
                                                static_cast<unsigned>(subsequence_ >> 32)}},
                                              seed_);
    return block.word[drawn_++ % 4];
  }
  uint4 next4() {
    const unsigned x = next(), y = next(), z = next(), w = next();
    return {x, y, z, w};
  }

 private:
  unsigned long long seed_, subsequence_, drawn_;
};

using retime::xorwow;

}  // namespace device
