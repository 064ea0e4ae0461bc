#include "kernels/carpet/tile_links.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "kernels/device/errors.h"

namespace carpet {
namespace {

/// The slots of one tile's sites and of those around it.
class slots_of_tile {
 public:
  slots_of_tile(const problem& problem, const site_tiles& numbering, const numbered_tile& tile,
                int steps)
      : problem_(problem),
        x_first_(tile.x - steps - 1),
        y_first_(tile.y - steps - 1),
        width_(numbering.side() + 2 * steps + 2),
        slot_(static_cast<std::size_t>(width_) * width_) {
    numbering.for_each_site(tile, [&](int x, int y) { add(x, y); });
    // Outwards, a step at a time: what the last step has added is where the next one begins.
    std::size_t begin = 0;
    for (int distance = 0;; ++distance) {
      const std::size_t end = sites.size();
      last_slots.push_back(static_cast<std::int32_t>(end));
      if (distance == steps) break;
      for (; begin < end; ++begin) {
        const auto [x, y] = sites[begin];
        for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}})
          if (within_reach(x + dx, y + dy) && slot(x + dx, y + dy) == 0) add(x + dx, y + dy);
      }
    }
  }

  std::vector<site_links> links() {
    const auto link = [&](int x, int y) { return static_cast<std::uint16_t>(slot(x, y)); };
    std::vector<site_links> all;
    all.reserve(sites.size());
    for (const auto& [x, y] : sites)
      all.push_back({link(x - 1, y), link(x + 1, y), link(x, y - 1), link(x, y + 1)});
    return all;
  }

  std::vector<std::int32_t> last_slots;    ///< by distance from the tile
  std::vector<std::pair<int, int>> sites;  ///< by slot, from slot 1 on

 private:
  bool within_reach(int x, int y) const {
    return std::abs(x) + std::abs(y) <= problem_.steps && problem_.accessible(x, y);
  }
  std::int32_t& slot(int x, int y) {
    return slot_[static_cast<std::size_t>(y - y_first_) * width_ + (x - x_first_)];
  }
  void add(int x, int y) {
    sites.emplace_back(x, y);
    slot(x, y) = static_cast<std::int32_t>(sites.size());
  }

  const problem& problem_;
  int x_first_, y_first_, width_;  ///< of the square that holds the sites and all beside them
  std::vector<std::int32_t> slot_;
};

struct surroundings {
  std::vector<std::int32_t> around;
  std::vector<site_links> links;
  std::vector<std::int32_t> last_slots;
  std::array<std::int32_t, 8> beside;
};

surroundings surroundings_of(const problem& problem, const site_tiles& numbering, int number,
                             int steps, int last_slot) {
  const auto& tile = numbering.tiles()[number];
  slots_of_tile slots(problem, numbering, tile, steps);
  if (slots.sites.size() > static_cast<std::size_t>(last_slot))
    throw device::does_not_fit("a tile has " + std::to_string(slots.sites.size()) +
                               " sites with those around it, and a block takes " +
                               std::to_string(last_slot) + "; take smaller tiles");
  surroundings result{{}, slots.links(), std::move(slots.last_slots), {}};
  std::set<std::int32_t> others;
  for (std::size_t i = tile.sites; i < slots.sites.size(); ++i) {
    const auto [x, y] = slots.sites[i];
    result.around.push_back(static_cast<std::int32_t>(numbering.at(x, y)));
    others.insert(numbering.tile_of(x, y));
  }
  result.beside.fill(number);
  std::ranges::copy(others, result.beside.begin());
  return result;
}

}  // namespace

tile_links::tile_links(const problem& problem, const site_tiles& numbering, int steps, int last) {
  const auto count = static_cast<int>(numbering.tiles().size());
  std::vector<surroundings> all(count);
  std::string fault;  // an exception must not leave the loop's threads
#pragma omp parallel for schedule(dynamic, 4) if (problem.sites() > parallel_from)
  for (int i = 0; i < count; ++i) {
    try {
      all[i] = surroundings_of(problem, numbering, i, steps, last);
    } catch (const device::does_not_fit& error) {
#pragma omp critical
      fault = error.what();
    }
  }
  if (!fault.empty()) throw device::does_not_fit(fault);

  std::map<std::vector<site_links>, std::size_t> places;  // where each list of links begins
  for (int i = 0; i < count; ++i) {
    const auto sites = static_cast<std::int32_t>(all[i].links.size());
    const auto [place, is_new] = places.try_emplace(std::move(all[i].links), links.size());
    if (is_new) links.insert(links.end(), place->first.begin(), place->first.end());
    linked_tile tile{.first = numbering.tiles()[i].first,
                     .sites = numbering.tiles()[i].sites,
                     .last_slot = sites,
                     .around_first = static_cast<std::int32_t>(around.size()),
                     .links_first = static_cast<std::int32_t>(place->second),
                     .beside = {}};
    std::ranges::copy(all[i].beside, tile.beside);
    tiles.push_back(tile);
    last_slots.insert(last_slots.end(), all[i].last_slots.begin(), all[i].last_slots.end());
    around.insert(around.end(), all[i].around.begin(), all[i].around.end());
    most_sites = std::max(most_sites, sites);
    all[i] = {};
  }
}

}  // namespace carpet
