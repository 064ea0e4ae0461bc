// Where the sites of a lattice lie (Schram 2012, Figs 2 and 3). `items` work-items (S_w in the
// paper) each have `local` sites in a row, 32 times over, once a bit:
//
//   site = bit * local * items + item * local + l,   word address = l * items + item
//
// so that L = 32 * local * items, and work-items that look at the same l read words side by side.
#pragma once

#include <cstdint>

namespace pcpd {

inline constexpr int bits_of_word = 32;

struct layout {
  int items = 0, local = 0;

  constexpr std::int64_t words() const { return std::int64_t{items} * local; }
  constexpr std::int64_t sites() const { return bits_of_word * words(); }

  /// Address of the word, and its bit, that holds a site.
  constexpr std::int64_t address(std::int64_t site) const {
    const std::int64_t in_row = site % words();
    return in_row % local * items + in_row / local;
  }
  constexpr int bit(std::int64_t site) const { return static_cast<int>(site / words()); }
};

/// A word as seen from a neighbouring item: where it lies, and by how many bits it is rotated right
/// so that its bits stand beside those of the item that looks; rotated left it is written back.
struct seen_word {
  int address;
  int rotation;
};

/// Local site l of an item, where l may lie beyond either end of the item's own: then it is the
/// next item's, and beyond the last item the first one's, a bit on. The paper omits these
/// rotations.
constexpr seen_word seen_from(int item, int l, int items, int local) {
  if (l >= local)
    return {(l - local) * items + (item + 1 == items ? 0 : item + 1), item + 1 == items};
  if (l < 0) return {(l + local) * items + (item == 0 ? items : item) - 1, item == 0 ? -1 : 0};
  return {l * items + item, 0};
}

}  // namespace pcpd
