#include "kernels/pcpd/generators.h"

#include "kernels/support/random.h"

namespace pcpd {
namespace {

/// Streams follow each other along the period, from a place that seed and draw name.
std::vector<word> spaced_mwc64x(std::uint64_t seed, int draw, std::size_t first,
                                std::size_t count) {
  using generator = retime::mwc64x;
  const std::uint64_t apart = generator::power(generator::multiplier, mwc64x::stream_words);
  const std::uint64_t begin = 1 + retime::random_bits(seed, draw) % (generator::modulus - 1);
  std::uint64_t current = generator::times(begin, generator::power(apart, first));
  std::vector<word> states(count * mwc64x::words);
  for (std::size_t s = 0; s < count; ++s, current = generator::times(current, apart)) {
    states[s] = static_cast<word>(current);
    states[count + s] = static_cast<word>(current >> 32);
  }
  return states;
}

/// The stream's own words, none below `least`.
std::vector<word> hashed(int words, const word* least, std::uint64_t seed, int draw,
                         std::size_t first, std::size_t count) {
  std::vector<word> states(count * words);
  for (std::size_t s = 0; s < count; ++s) {
    auto random = retime::random_stream::of_key(seed, draw, first + s);
    for (int i = 0; i < words; ++i) {
      word& number = states[i * count + s];
      do number = static_cast<word>(random.next() >> 32);
      while (least != nullptr && number < least[i]);
    }
  }
  return states;
}

std::vector<word> counters(std::uint64_t seed, int draw, std::size_t first, std::size_t count) {
  const std::uint64_t key = retime::random_bits(seed, draw);
  std::vector<word> states(count * philox<10>::words, 0);
  for (std::size_t s = 0; s < count; ++s) {
    states[s] = static_cast<word>(key);
    states[count + s] = static_cast<word>(key >> 32);
    states[2 * count + s] = static_cast<word>(first + s);
    states[3 * count + s] = static_cast<word>((first + s) >> 32);
  }
  return states;
}

}  // namespace

int state_words(generator_kind kind) {
  return with_generator(kind, []<class Generator>() { return Generator::words; });
}

std::vector<word> stream_states(generator_kind kind, std::uint64_t seed, int draw,
                                std::size_t first, std::size_t count) {
  switch (kind) {
    case generator_kind::mwc64x:
      return spaced_mwc64x(seed, draw, first, count);
    case generator_kind::lfsr113:
      return hashed(lfsr113::words, lfsr113::least, seed, draw, first, count);
    case generator_kind::philox:
    case generator_kind::philox7:
      return counters(seed, draw, first, count);
    default:
      return hashed(state_words(kind), nullptr, seed, draw, first, count);
  }
}

}  // namespace pcpd
