// Threads enter a shared stream at parts so long that no one steps through them. Where short parts
// begin is seen by what is computed from them (in_block_test.cpp).
#include <gtest/gtest.h>

#include "kernels/device/device.h"
#include "kernels/replications/problem.h"
#include "kernels/replications/skip.cuh"

namespace replications {
namespace {

constexpr int drawn = 5;

/// `blocks` in a row share a stream; each thread writes the first words of its part.
template <class Generator>
__global__ void write_words(stream_parts parts, device::span<const word> keys,
                            device::span<const word> skips, device::span<word> words,
                            unsigned streams) {
  const unsigned stream = blockIdx.x / parts.blocks, block = blockIdx.x % parts.blocks;
  auto random =
      enter_stream<Generator>(keys, skips, parts, {streams, stream, static_cast<int>(block)});
  const std::size_t thread = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (int i = 0; i < drawn; ++i) words[thread * drawn + i] = random.next();
}

constexpr unsigned streams = 3;
constexpr std::uint64_t seed = 11;

template <class Generator>
std::vector<word> words_of(const stream_parts& parts) {
  const device::buffer<word> keys(stream_keys(Generator::kind, seed, replication_numbers(streams)));
  const device::buffer<word> skips(skip_table(Generator::kind, parts));
  const unsigned blocks = streams * static_cast<unsigned>(parts.blocks);
  const auto threads = static_cast<unsigned>(parts.threads);
  device::buffer<word> words(std::size_t{blocks} * threads * drawn);
  words.poison();
  device::stream queue;
  device::launch(queue, write_words<Generator>, {.grid = dim3(blocks), .block = dim3(threads)},
                 parts, keys.view(), skips.view(), words.view(), streams);
  queue.synchronize();
  return words.to_host();
}

/// Parts of 2^k words, twice as many, are those of 2^(k+1) words.
template <class Generator>
void expect_long_parts_to_fit() {
  for (int k = 20; k < 46; ++k) {
    const auto shorter = words_of<Generator>({.threads = 64, .blocks = 4, .words = 1ull << k});
    const auto longer = words_of<Generator>({.threads = 64, .blocks = 2, .words = 2ull << k});
    for (std::size_t stream = 0; stream < streams; ++stream)
      for (std::size_t part = 0; part < 128; ++part)
        for (int i = 0; i < drawn; ++i)
          ASSERT_EQ(shorter[(stream * 256 + 2 * part) * drawn + i],
                    longer[(stream * 128 + part) * drawn + i])
              << "2^" << k << " words, part " << part;
  }
}

TEST(ReplicationsSkip, LongPartsFit) {
  expect_long_parts_to_fit<taus88>();
  expect_long_parts_to_fit<mwc64x>();
  expect_long_parts_to_fit<curand_philox>();
}

}  // namespace
}  // namespace replications
