// Generators of a replication's random words. Each is made from a key of `words` words, which names
// its stream, and gives one word of 32 bits after the other. Host and device share taus88 and
// mwc64x; cuRAND's are here for the host, in device_generators.cuh for the device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/support/mwc64x.h"
#include "kernels/support/philox.h"
#include "kernels/support/xorwow.h"

namespace replications {

using word = std::uint32_t;

/// A number of 64 bits, the lower word first.
constexpr std::uint64_t both(const word* low) { return low[0] | std::uint64_t{low[1]} << 32; }

template <int Words>
using stream_key = std::array<word, Words>;

enum class generator_kind { taus88, xorwow, philox, mwc64x };

/// The paper's (Sect. 5), L'Ecuyer's combined Tausworthe generator of three components, Math. Comp.
/// 65 (1996), 203; period near 2^88. The numbers of its state must be at least 2, 8 and 16: below,
/// a component is 0 for ever.
struct taus88 {
  static constexpr auto kind = generator_kind::taus88;
  static constexpr int words = 3;
  static constexpr word least[words]{2, 8, 16};

  word state[words];

  constexpr explicit taus88(const stream_key<words>& key) : state{key[0], key[1], key[2]} {}

  constexpr word next() {
    step(state);
    return state[0] ^ state[1] ^ state[2];
  }
  static constexpr void step(word (&s)[words]) {
    s[0] = ((s[0] & 0xfffffffeu) << 12) ^ (((s[0] << 13) ^ s[0]) >> 19);
    s[1] = ((s[1] & 0xfffffff8u) << 4) ^ (((s[1] << 2) ^ s[1]) >> 25);
    s[2] = ((s[2] & 0xfffffff0u) << 17) ^ (((s[2] << 3) ^ s[2]) >> 11);
  }
};

/// Ours, the cheapest here.
struct mwc64x {
  static constexpr auto kind = generator_kind::mwc64x;
  static constexpr int words = 2;

  word state[words];

  constexpr explicit mwc64x(const stream_key<words>& key) : state{key[0], key[1]} {}

  constexpr word next() { return retime::mwc64x::next(state); }
};

/// Returns one stream's key out of those of all: word i of stream s lies at [i * streams + s].
template <class Generator, class Keys>
constexpr stream_key<Generator::words> key_of(const Keys& keys, std::size_t streams,
                                              std::size_t stream) {
  stream_key<Generator::words> key{};
  for (int i = 0; i < Generator::words; ++i) key[i] = keys[i * streams + stream];
  return key;
}

/// use.operator()<Generator>() for a kind, of which two differ between host and device.
template <class Xorwow, class Philox, class Use>
auto with_generator(generator_kind kind, Use use) {
  switch (kind) {
    case generator_kind::xorwow:
      return use.template operator()<Xorwow>();
    case generator_kind::philox:
      return use.template operator()<Philox>();
    case generator_kind::mwc64x:
      return use.template operator()<mwc64x>();
    case generator_kind::taus88:
      break;
  }
  return use.template operator()<taus88>();
}

/// cuRAND's XORWOW on the host.
struct host_xorwow {
  static constexpr auto kind = generator_kind::xorwow;
  static constexpr int words = 2;  ///< the seed

  constexpr explicit host_xorwow(const stream_key<words>& key) : random_(both(key.data())) {}
  constexpr word next() { return random_.next(); }

 private:
  retime::xorwow random_;
};

/// cuRAND's Philox on the host.
struct host_philox {
  static constexpr auto kind = generator_kind::philox;
  static constexpr int words = 4;  ///< seed, subsequence

  constexpr explicit host_philox(const stream_key<words>& key)
      : random_(both(key.data()), both(key.data() + 2), 0) {}
  constexpr word next() { return random_.next(); }

 private:
  retime::philox_stream random_;
};

template <class Use>
auto with_host_generator(generator_kind kind, Use use) {
  return with_generator<host_xorwow, host_philox>(kind, use);
}

/// Words that a stream's key has.
int key_words(generator_kind);

/// Keys of some replications' streams: word i of replications[k] lies at [i * replications.size() +
/// k]. A key follows from seed and replication alone. Random spacing (Hill 2010): a stream begins
/// anywhere along the generator's period, so that two of them meet with a chance of about
/// their number squared times their length over the period. Philox's streams never meet.
std::vector<word> stream_keys(generator_kind, std::uint64_t seed,
                              const std::vector<std::int64_t>& replications);

}  // namespace replications
