// Algorithm 2 with its corrections, for tuples of `Tuple` particles: the words l[i-1] .. l[i+n] of
// which every bit is a site, after one step. The loop over bits that it stands for is
// reference.cpp's.
#pragma once

#include "kernels/pcpd/generators.h"

namespace pcpd {

/// Words that a step reads and writes: i-1 .. i+n, and i+1 for the diffusion.
template <int Tuple>
inline constexpr int window = Tuple + 2;

/// l[0] is l[i-1]. `masks` draws, in this order: who diffuses, who annihilates, and a bit for where
/// the others put a particle.
template <int Tuple, int Words, class Masks, class Bank>
constexpr void step(word (&l)[window<Tuple>][Words], const Masks& masks, Bank& bank) {
  word diffuse[Words], react[Words], annihilate[Words], high[Words];
  masks.diffusion(bank, diffuse);
  for (int k = 0; k < Words; ++k) {
    react[k] = ~diffuse[k];
    for (int i = 1; i <= Tuple; ++i) react[k] &= l[i][k];
    const word differ = (l[1][k] ^ l[2][k]) & diffuse[k];
    l[1][k] ^= differ;
    l[2][k] ^= differ;
  }
  masks.annihilation(bank, react, annihilate);
  bank.draw(high);
  for (int k = 0; k < Words; ++k) {
    annihilate[k] &= react[k];
    const word produce = react[k] & ~annihilate[k];
    for (int i = 1; i <= Tuple; ++i) l[i][k] &= ~annihilate[k];
    l[Tuple + 1][k] |= produce & high[k];
    l[0][k] |= produce & ~high[k];
  }
}

}  // namespace pcpd
