// What a block has to know to take a tile of sites several steps on its own: the sites around it,
// and who is whose neighbour.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "kernels/carpet/site_tiles.h"

namespace carpet {

/// The neighbours -x, +x, -y, +y of a site, as slots of a block's memory. Slot 0 is what is not
/// there; the tile's sites have slots from 1 on, in the order of their numbers, and those around it
/// the slots behind.
struct alignas(8) site_links {
  std::uint16_t left = 0, right = 0, above = 0, below = 0;
  auto operator<=>(const site_links&) const = default;
};

struct linked_tile {
  std::int32_t first, sites;  ///< number of the first of its own, and how many they are
  std::int32_t last_slot;     ///< of its own sites and those around it
  std::int32_t around_first;  ///< where tile_links::around names the others
  std::int32_t links_first;   ///< where tile_links::links has those of its slots, from slot 1 on
  std::int32_t beside[8];     ///< the tiles that the others belong to; what is left: itself
};

/// What is known of all tiles, as a device takes it.
struct tile_links {
  /// Around a tile lie the sites from which a walker comes into it in at most `steps` steps, which
  /// are at most the tiles' side; nearer ones have smaller slots. @throws device::does_not_fit: a
  /// tile takes slots beyond `last`.
  tile_links(const problem& problem, const site_tiles& numbering, int steps, int last);

  std::vector<linked_tile> tiles;
  /// For each tile and each distance 0..steps: the last slot whose site is no farther from the
  /// tile.
  std::vector<std::int32_t> last_slots;
  std::vector<std::int32_t> around;  ///< numbers of sites
  std::vector<site_links> links;     ///< tiles that are alike share theirs
  int most_sites = 0;                ///< of a tile and around it
};

}  // namespace carpet
