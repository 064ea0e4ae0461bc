// Philox 4x32 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC
// 2011): four random words of a counter and a key. Ten rounds are what cuRAND computes; seven are
// the fewest that its authors found to pass every test.
#pragma once

#include <cstdint>

namespace retime {

struct philox_block {
  std::uint32_t word[4];
};

template <int Rounds>
constexpr philox_block philox4x32(philox_block counter, std::uint64_t key) {
  auto key0 = static_cast<std::uint32_t>(key), key1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < Rounds; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53u} * counter.word[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57u} * counter.word[2];
    counter = {{static_cast<std::uint32_t>(b >> 32) ^ counter.word[1] ^ key0,
                static_cast<std::uint32_t>(b),
                static_cast<std::uint32_t>(a >> 32) ^ counter.word[3] ^ key1,
                static_cast<std::uint32_t>(a)}};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return counter;
}

/// The words of cuRAND's Philox, one after the other: the n-th of a subsequence is word n % 4 of
/// counter {n / 4, subsequence} under the key `seed`.
class philox_stream {
 public:
  constexpr philox_stream(std::uint64_t seed, std::uint64_t subsequence, std::uint64_t drawn)
      : seed_(seed), subsequence_(subsequence), drawn_(drawn), block_(block()) {}

  constexpr std::uint32_t next() {
    const std::uint32_t word = block_.word[drawn_ % 4];
    if (++drawn_ % 4 == 0) block_ = block();
    return word;
  }

 private:
  constexpr philox_block block() const {
    const std::uint64_t counter = drawn_ / 4;
    return philox4x32<10>(
        {{static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32),
          static_cast<std::uint32_t>(subsequence_),
          static_cast<std::uint32_t>(subsequence_ >> 32)}},
        seed_);
  }

  std::uint64_t seed_, subsequence_, drawn_;
  philox_block block_;
};

}  // namespace retime
