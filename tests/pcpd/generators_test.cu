// The generators give the words that their authors give, and no two streams of a run are alike.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/pcpd/curand_bank.cuh"
#include "kernels/pcpd/generators.h"
#include "kernels/support/random.h"

namespace pcpd {
namespace {

__extension__ using product = unsigned __int128;

/// The GNU Scientific Library's taus113, seeded with 1: its own test asks for this 1000th word.
TEST(PcpdGenerators, Lfsr113IsThatOfGsl) {
  word state[lfsr113::words];
  word seed = 1;
  for (int i = 0; i < lfsr113::words; ++i) {
    seed *= 69069;
    if (seed < lfsr113::least[i]) seed += lfsr113::least[i];
    state[i] = seed;
  }
  for (int i = 0; i < 10 + 999; ++i) lfsr113::next(state);
  EXPECT_EQ(lfsr113::next(state), 1925420673u);
}

/// WELL512a by its matrices, on a ring of words (Panneton et al. 2006, Table II).
struct well512_of_the_paper {
  word next() {
    const word z0 = at(15), z1 = left(at(0), 16) ^ left(at(13), 15), z2 = at(9) ^ (at(9) >> 11);
    const word z3 = at(0) = z1 ^ z2;
    at(15) = left(z0, 2) ^ left(z1, 18) ^ (z2 << 28) ^ z3 ^ ((z3 << 5) & 0xda442d24u);
    first = (first + 15) % 16;
    return at(0);
  }
  static word left(word x, int by) { return x ^ (x << by); }
  word& at(unsigned i) { return ring[(first + i) % 16]; }
  word ring[16];
  unsigned first = 0;
};

TEST(PcpdGenerators, Well512IsThatOfThePaper) {
  word state[16];
  for (word i = 0; i < 16; ++i) state[i] = static_cast<word>(retime::random_bits(7, i));
  well512_of_the_paper expected;
  std::ranges::copy(state, expected.ring);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(well512::next(state), expected.next()) << i;
}

template <int Rounds>
void expect_philox(retime::philox_block counter, std::uint64_t key, std::vector<word> expected) {
  const auto block = retime::philox4x32<Rounds>(counter, key);
  EXPECT_EQ(std::vector<word>(block.word, block.word + 4), expected);
}

/// The known answers that Random123 is tested by.
TEST(PcpdGenerators, PhiloxIsThatOfRandom123) {
  const word all = ~word{0};
  expect_philox<10>({}, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  expect_philox<10>({{all, all, all, all}}, ~std::uint64_t{0},
                    {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  expect_philox<10>({{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0x299f31d0a4093822,
                    {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
  expect_philox<7>({}, 0, {0x5f6fb709, 0x0d893f64, 0x4f121f81, 0x4f730a48});
}

/// `count` words of a bank of `Words` that is stored and loaded again after each draw.
template <class Generator, int Words>
std::vector<word> drawn(const std::vector<word>& state, int count) {
  std::vector<word> random_words, streams(state.size() * Words);
  for (std::size_t i = 0; i < streams.size(); ++i) streams[i] = state[i / Words];
  const device::span<word> states(streams.data(), streams.size());
  for (int i = 0; i < count; i += Words) {
    bank<Generator, Words> bank;
    bank.load(device::span<const word>(states), Words, 0);
    word words[Words];
    bank.draw(words);
    random_words.insert(random_words.end(), words, words + Words);
    bank.store(states, Words, 0);
  }
  return random_words;
}

TEST(PcpdGenerators, PhiloxBanksGiveTheWordsOfCurandFromAnyPlaceOn) {
  for (const std::uint64_t begin : {0ul, 8ul, (1ul << 32) - 8, (1ul << 34) - 8}) {
    device::philox curand(0x123456789abcdef0, 0xfedcba9876, begin);
    std::vector<word> expected(24);
    for (word& each : expected) each = curand.next();
    const std::vector<word> state{0x9abcdef0, 0x12345678,  0xdcba9876,
                                  0xfe,       word(begin), word(begin >> 32)};
    EXPECT_EQ((drawn<philox<10>, 1>(state, 24)), expected) << begin;
    EXPECT_EQ((drawn<philox<10>, 2>(state, 24)), expected) << begin;
    EXPECT_EQ((drawn<philox<10>, 8>(state, 24)), expected) << begin;
    EXPECT_EQ((drawn<curand_philox, 2>(state, 24)), expected) << begin;
    EXPECT_EQ((drawn<curand_philox, 4>(state, 24)), expected) << begin;
  }
}

/// A step of MWC64X is a multiplication modulo a prime, so that a jump is a power.
TEST(PcpdGenerators, StreamsOfMwc64xLieApartByTheirWords) {
  constexpr std::uint64_t modulus = retime::mwc64x::modulus;
  const auto times = [](std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>(product{a} * b % modulus);
  };
  const auto states = stream_states(generator_kind::mwc64x, 5, 2, 0, 100);
  const auto state = [&](int s) { return states[s] | std::uint64_t{states[100 + s]} << 32; };
  std::uint64_t jump = retime::mwc64x::multiplier;  // over a word, then over 2, 4, ... of them
  for (std::uint64_t words = 1; words < mwc64x::stream_words; words *= 2) jump = times(jump, jump);
  for (int s = 1; s < 100; ++s) ASSERT_EQ(state(s), times(state(s - 1), jump)) << s;
}

/// Streams whose hashed words are below the least: stream 1856995 of seed 1 begins with 95 as its
/// fourth.
TEST(PcpdGenerators, NumbersOfLfsr113AreNeverBelowTheLeast) {
  const std::pair<std::size_t, int> low[] = {
      {1856995, 3}, {6382041, 3}, {42440507, 1}, {113063154, 2}, {2640855860, 0}};
  for (const auto& [stream, number] : low) {
    auto hashed = retime::random_stream::of_key(1, 0, stream);
    for (int i = 0; i < number; ++i) hashed.next();
    ASSERT_LT(hashed.next() >> 32, lfsr113::least[number]) << "another stream must be looked for";
    const auto state = stream_states(generator_kind::lfsr113, 1, 0, stream, 1);
    for (int i = 0; i < lfsr113::words; ++i) EXPECT_GE(state[i], lfsr113::least[i]) << stream;
  }
}

TEST(PcpdGenerators, NoTwoStreamsOfASeedShareAState) {
  constexpr std::size_t count = 30000;
  for (const auto kind : {generator_kind::lfsr113, generator_kind::well512, generator_kind::philox,
                          generator_kind::mwc64x}) {
    std::set<std::vector<word>> states;
    for (const int draw : {0, 1}) {
      const auto all = stream_states(kind, 1, draw, 0, count);
      for (std::size_t s = 0; s < count; ++s) {
        std::vector<word> state;
        for (int i = 0; i < state_words(kind); ++i) state.push_back(all[i * count + s]);
        states.insert(state);
      }
      EXPECT_TRUE(states.contains(stream_states(kind, 1, draw, count - 1, 1)));
    }
    EXPECT_EQ(states.size(), 2 * count) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace pcpd
