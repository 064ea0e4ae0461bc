// Which local site is updated in a step. Any thread knows it: as printed it draws from its
// lattice's generator, else it is a function of a key and the step.
#pragma once

#include "kernels/pcpd/generators.h"
#include "kernels/support/random.h"

namespace pcpd {

/// As printed: one site for all items of a lattice, each with probability 1 / local, by a word of
/// the generator. All items draw from the same stream, which is none of theirs.
constexpr int drawn_site(word random, int local) {
  return static_cast<int>(std::uint64_t{random} * static_cast<word>(local) >> 32);
}
constexpr std::size_t site_stream(int lattice) { return (std::size_t{1} << 59) + lattice; }

/// The same by a hash, in place of the generator.
constexpr int common_site(std::uint64_t key, std::int64_t step, int local) {
  return static_cast<int>(retime::pick(retime::random_bits_at(key, step), local));
}

/// Ours: a site a warp or a thread. All look into the same half of their sites, drawn anew each
/// step: so far apart, no two touch the same word, as neighbours could that look at the ends where
/// they meet. Bit s of the word says which half in step s.
constexpr word halves(std::uint64_t key, std::int64_t step) {
  return static_cast<word>(retime::random_bits_at(key, step / 32 + 1) >> 32);
}
constexpr int site_in_half(word halves, std::int64_t step, word random, int local) {
  const auto half = static_cast<word>(local / 2);
  const auto in_half = static_cast<int>(std::uint64_t{random} * half >> 32);
  return in_half + ((halves >> (step % 32) & 1) != 0 ? static_cast<int>(half) : 0);
}
/// The random word of a warp.
constexpr word warp_word(std::uint64_t key, int warp, std::int64_t step) {
  return static_cast<word>(retime::random_bits_at(retime::mix_bits(key + warp), step) >> 32);
}

/// What the sites of a lattice are drawn with.
constexpr std::uint64_t site_key(std::uint64_t seed, int draw, int lattice) {
  return retime::random_bits(seed, draw, lattice, 0x73697465);  // "site"
}

}  // namespace pcpd
