// Generators of random words. A state is `words` numbers of 32 bits; `next` advances it and gives a
// word. Host and device share them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "kernels/pcpd/recipe.h"
#include "kernels/support/mwc64x.h"
#include "kernels/support/philox.h"

namespace pcpd {

using word = std::uint32_t;

/// The paper's combined Tausworthe generator of 128 bits: LFSR113, L'Ecuyer, Math. Comp. 68 (1999),
/// 261. The four numbers must be above 1, 7, 15 and 127.
struct lfsr113 {
  static constexpr auto kind = generator_kind::lfsr113;
  static constexpr int words = 4;
  static constexpr word least[words]{2, 8, 16, 128};

  static constexpr word next(word (&z)[words]) {
    z[0] = ((z[0] & 0xfffffffeu) << 18) ^ (((z[0] << 6) ^ z[0]) >> 13);
    z[1] = ((z[1] & 0xfffffff8u) << 2) ^ (((z[1] << 2) ^ z[1]) >> 27);
    z[2] = ((z[2] & 0xfffffff0u) << 7) ^ (((z[2] << 13) ^ z[2]) >> 21);
    z[3] = ((z[3] & 0xffffff80u) << 13) ^ (((z[3] << 3) ^ z[3]) >> 12);
    return z[0] ^ z[1] ^ z[2] ^ z[3];
  }
};

/// The paper's cross-check: WELL512a, Panneton, L'Ecuyer and Matsumoto, ACM TOMS 32 (2006), 1. The
/// state moves on by a word, so that every index is known when it is compiled.
struct well512 {
  static constexpr auto kind = generator_kind::well512;
  static constexpr int words = 16;

  static constexpr word next(word (&s)[words]) {
    const word a = s[0] ^ (s[0] << 16) ^ s[13] ^ (s[13] << 15);
    const word b = s[9] ^ (s[9] >> 11);
    const word middle = a ^ b;
    const word last = s[15];
    for (int i = words - 1; i > 1; --i) s[i] = s[i - 1];
    s[1] = middle;
    s[0] = last ^ (last << 2) ^ a ^ (a << 18) ^ (b << 28) ^ middle ^ ((middle << 5) & 0xda442d24u);
    return s[0];
  }
};

/// MWC64X. Its streams lie apart by `stream_words` words (stream_states()).
struct mwc64x {
  static constexpr auto kind = generator_kind::mwc64x;
  static constexpr int words = 2;
  static constexpr std::uint64_t stream_words = std::uint64_t{1} << 40;

  static constexpr word next(word (&s)[words]) { return retime::mwc64x::next(s); }
};

/// Counter-based: the state is the key, the stream and the number of words drawn, as cuRAND lays
/// them out; ten rounds give cuRAND's words.
template <int Rounds>
struct philox {
  static constexpr auto kind = Rounds == 7 ? generator_kind::philox7 : generator_kind::philox;
  static constexpr int words = 6;  ///< key, stream, drawn; two words each

  static constexpr retime::philox_block block(const word (&s)[words]) {
    const std::uint64_t drawn = s[4] | std::uint64_t{s[5]} << 32, counter = drawn / 4;
    return retime::philox4x32<Rounds>(
        {{static_cast<word>(counter), static_cast<word>(counter >> 32), s[2], s[3]}},
        s[0] | std::uint64_t{s[1]} << 32);
  }
  static constexpr void advance(word (&s)[words], word count) {
    s[4] += count;
    s[5] += s[4] < count;
  }
};

/// use.operator()<Generator>() for a kind that is not a variant's own.
template <class Use>
auto with_generator(generator_kind kind, Use use) {
  switch (kind) {
    case generator_kind::lfsr113:
      return use.template operator()<lfsr113>();
    case generator_kind::well512:
      return use.template operator()<well512>();
    case generator_kind::philox:
      return use.template operator()<philox<10>>();
    case generator_kind::philox7:
      return use.template operator()<philox<7>>();
    case generator_kind::mwc64x:
      return use.template operator()<mwc64x>();
    case generator_kind::own:
      break;
  }
  throw std::logic_error("a variant's own generator has a name");
}

/// Numbers that a stream's state has.
int state_words(generator_kind);

/// States of streams first .. first+count-1, number by number as a bank reads them. Every item of
/// every lattice has a stream: number lattice * items + item. Runs of another `draw` have others.
std::vector<word> stream_states(generator_kind, std::uint64_t seed, int draw, std::size_t first,
                                std::size_t count);

}  // namespace pcpd
