// A thread of any block enters a shared stream exactly where the plain stream is after so many
// words.
#include <gtest/gtest.h>

#include <utility>

#include "kernels/device/device.h"
#include "kernels/replications/host_generators.h"
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

/// Replication `stream`'s words, one after the other.
template <class Generator>
std::vector<word> plain_words(std::size_t stream, std::uint64_t count) {
  const auto keys = stream_keys(Generator::kind, seed, replication_numbers(streams));
  Generator random(key_of<Generator>(keys, streams, stream));
  std::vector<word> words(count);
  for (word& each : words) each = random.next();
  return words;
}

template <class Generator, class Host>
void expect_parts_of_the_plain_stream(const stream_parts& parts) {
  const auto found = words_of<Generator>(parts);
  const auto count = static_cast<std::uint64_t>(parts.blocks) * parts.threads;
  for (std::size_t stream = 0; stream < streams; ++stream) {
    const auto expected = plain_words<Host>(stream, count * parts.words + drawn);
    for (std::uint64_t part = 0; part < count; ++part)
      for (int i = 0; i < drawn; ++i)
        ASSERT_EQ(found[(stream * count + part) * drawn + i], expected[part * parts.words + i])
            << "stream " << stream << ", part " << part << ", word " << i << " of parts of "
            << parts.words << " words for " << parts.blocks << " blocks of " << parts.threads;
  }
}

void expect_parts(auto check) {
  for (const int threads : {32, 64, 96, 128, 1024})
    for (const int blocks : {1, 2, 5})
      for (const std::uint64_t words : {0, 1, 2, 31, 77})
        check(stream_parts{threads, blocks, words});
  check(stream_parts{32, 40, 1000});
}

TEST(ReplicationsSkip, ThreadsEnterTaus88WhereTheyShould) {
  expect_parts(expect_parts_of_the_plain_stream<taus88, taus88>);
}

TEST(ReplicationsSkip, ThreadsEnterMwc64xWhereTheyShould) {
  expect_parts(expect_parts_of_the_plain_stream<mwc64x, mwc64x>);
}

TEST(ReplicationsSkip, ThreadsEnterPhiloxWhereTheyShould) {
  expect_parts(expect_parts_of_the_plain_stream<curand_philox, host_philox>);
}

/// Parts so long that no one steps through them: those of 2^k words twice as many are those of
/// 2^(k+1) words.
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
