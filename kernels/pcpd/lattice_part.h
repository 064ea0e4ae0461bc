// The items of a lattice that are updated together, `Words` side by side from `item` on, and what
// is done to them; on host and device. `Memory` holds the lattice's words: memory[address], and
// load(address, words) and store(address, words) for `Words` of them.
#pragma once

#include <bit>

#include "kernels/pcpd/layout.h"
#include "kernels/pcpd/word_step.h"

namespace pcpd {

template <int Tuple, int Words, class Memory>
class lattice_part {
 public:
  constexpr lattice_part(Memory memory, const layout& shape, int item)
      : memory_(memory), item_(item), items_(shape.items), local_(shape.local) {}

  /// One step at local site i.
  template <class Masks, class Bank>
  constexpr void update(int i, const Masks& masks, Bank& bank) {
    word l[window<Tuple>][Words];
    if (i > 0 && i + Tuple < local_) {
      for (int o = 0; o < window<Tuple>; ++o) memory_.load(address(i - 1 + o), l[o]);
      step<Tuple>(l, masks, bank);
      for (int o = 0; o < window<Tuple>; ++o) memory_.store(address(i - 1 + o), l[o]);
    } else {
      for (int o = 0; o < window<Tuple>; ++o)
        for (int k = 0; k < Words; ++k) l[o][k] = seen(k, i - 1 + o);
      step<Tuple>(l, masks, bank);
      for (int o = 0; o < window<Tuple>; ++o) {
        for (int k = 0; k < Words; ++k) {
          const seen_word place = seen_from(item_ + k, i - 1 + o, items_, local_);
          memory_[place.address] = std::rotl(l[o][k], place.rotation);
        }
      }
    }
  }

  /// Adds the occupied sites, and those whose right neighbour is occupied too.
  constexpr void count(word& particles, word& pairs) const {
    for (int k = 0; k < Words; ++k) {
      word here = seen(k, 0);
      for (int l = 0; l < local_; ++l) {
        const word right = seen(k, l + 1);
        particles += static_cast<word>(std::popcount(here));
        pairs += static_cast<word>(std::popcount(here & right));
        here = right;
      }
    }
  }

 private:
  constexpr int address(int l) const { return l * items_ + item_; }
  constexpr word seen(int k, int l) const {
    const seen_word place = seen_from(item_ + k, l, items_, local_);
    return std::rotr(memory_[place.address], place.rotation);
  }

  Memory memory_;
  int item_, items_, local_;
};

}  // namespace pcpd
