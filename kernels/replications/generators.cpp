
#include "kernels/replications/generators.h"

#include "kernels/support/random.h"

namespace replications {
namespace {

constexpr word low(std::uint64_t bits) { return static_cast<word>(bits); }
constexpr word high(std::uint64_t bits) { return static_cast<word>(bits >> 32); }

void key_of(generator_kind kind, std::uint64_t seed, std::uint64_t replication, word* key) {
  auto random = retime::random_stream::of_key(seed, replication);
  std::uint64_t bits = 0;
  switch (kind) {
    case generator_kind::taus88:
      for (int i = 0; i < taus88::words; ++i) {
        do key[i] = high(random.next());
        while (key[i] < taus88::least[i]);
      }
      return;
    case generator_kind::philox:
      key[2] = low(replication), key[3] = high(replication);
      bits = retime::random_bits(seed);
      break;
    case generator_kind::mwc64x:
      bits = 1 + random.below(retime::mwc64x::modulus - 1);
      break;
    case generator_kind::xorwow:
      bits = random.next();
      break;
  }
  key[0] = low(bits), key[1] = high(bits);
}

}  // namespace

int key_words(generator_kind kind) {
  return with_host_generator(kind, []<class Generator>() { return Generator::words; });
}

std::vector<word> stream_keys(generator_kind kind, std::uint64_t seed,
                              const std::vector<std::int64_t>& replications) {
  const std::size_t count = replications.size();
  const int words = key_words(kind);
  std::vector<word> keys(count * words);
  for (std::size_t k = 0; k < count; ++k) {
    word key[4];
    key_of(kind, seed, static_cast<std::uint64_t>(replications[k]), key);
    for (int i = 0; i < words; ++i) keys[i * count + k] = key[i];
  }
  return keys;
}

}  // namespace replications
