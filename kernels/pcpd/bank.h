// The generators of one thread, which draws a random word for each of the words of the lattice that
// it updates together.
#pragma once

#include "kernels/pcpd/generators.h"

namespace pcpd {

/// States of many streams, number by number: state i of stream s lies at [i * streams + s].
/// `Words` streams, one a word of the lattice.
template <class Generator, int Words>
class bank {
 public:
  template <class States>
  constexpr void load(const States& states, std::size_t streams, std::size_t first) {
    for (int i = 0; i < Generator::words; ++i)
      for (int k = 0; k < Words; ++k) state_[i][k] = states[i * streams + first + k];
  }
  template <class States>
  constexpr void store(const States& states, std::size_t streams, std::size_t first) const {
    for (int i = 0; i < Generator::words; ++i)
      for (int k = 0; k < Words; ++k) states[i * streams + first + k] = state_[i][k];
  }

  constexpr void draw(word (&random)[Words]) {
    for (int k = 0; k < Words; ++k) random[k] = next(k);
  }
  /// A single word, of the first stream.
  constexpr word draw_one() { return next(0); }

 private:
  constexpr word next(int k) {
    word state[Generator::words]{};
    for (int i = 0; i < Generator::words; ++i) state[i] = state_[i][k];
    const word random = Generator::next(state);
    for (int i = 0; i < Generator::words; ++i) state_[i][k] = state[i];
    return random;
  }

  word state_[Generator::words][Words];
};

/// One stream a thread, that of its first word: a block of four words serves four at once.
template <int Rounds, int Words>
class bank<philox<Rounds>, Words> {
 public:
  template <class States>
  constexpr void load(const States& states, std::size_t streams, std::size_t first) {
    for (int i = 0; i < philox<Rounds>::words; ++i) state_[i] = states[i * streams + first];
    block_ = philox<Rounds>::block(state_);
  }
  template <class States>
  constexpr void store(const States& states, std::size_t streams, std::size_t first) const {
    for (int i = 0; i < philox<Rounds>::words; ++i) states[i * streams + first] = state_[i];
  }

  constexpr void draw(word (&random)[Words]) {
    static_assert(Words == 1 || Words == 2 || Words % 4 == 0);
    if constexpr (Words % 4 == 0) {
      for (int k = 0; k < Words; k += 4) {
        const auto block = philox<Rounds>::block(state_);
        for (int i = 0; i < 4; ++i) random[k + i] = block.word[i];
        philox<Rounds>::advance(state_, 4);
      }
    } else {
      const word place = state_[4] % 4;
      if (place == 0) block_ = philox<Rounds>::block(state_);
      if constexpr (Words == 1) {
        random[0] = place < 2 ? block_.word[place == 1] : block_.word[2 + (place == 3)];
      } else {
        random[0] = block_.word[place == 0 ? 0 : 2];
        random[1] = block_.word[place == 0 ? 1 : 3];
      }
      philox<Rounds>::advance(state_, Words);
    }
  }
  /// A single word, at the price of what is drawn together.
  constexpr word draw_one() {
    word random[Words];
    draw(random);
    return random[0];
  }

 private:
  word state_[philox<Rounds>::words];
  retime::philox_block block_;
};

}  // namespace pcpd
