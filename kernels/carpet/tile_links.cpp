#include "kernels/carpet/tile_links.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "kernels/device/errors.h"

namespace carpet {
namespace {

/// The slots of one tile's sites and of those around it.
class slots_of_tile {
 public:
  slots_of_tile(const problem& walk, const site_tiles& numbering, const site_tiles::tile& of,
                int steps)
      : walk_(walk),
        x_first_(of.x - steps),
        y_first_(of.y - steps),
        width_(numbering.side() + 2 * steps),
        slot_(std::size_t(width_) * width_) {
    numbering.for_each_site(of, [&](int x, int y) { add(x, y); });
    // Outwards, a step at a time: what the last step has added is where the next one begins.
    std::size_t begin = 0;
    for (int distance = 0;; ++distance) {
      const std::size_t end = sites_.size();
      last_slots_.push_back(static_cast<std::int32_t>(end));
      if (distance == steps) break;
      for (std::size_t i = begin; i < end; ++i) {
        const auto [x, y] = sites_[i];
        for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}})
          if (within_reach(x + dx, y + dy) && slot(x + dx, y + dy) == 0) add(x + dx, y + dy);
      }
      begin = end;
    }
  }

  /// By distance from the tile.
  const std::vector<std::int32_t>& last_slots() const { return last_slots_; }
  /// By slot, from slot 1 on.
  const std::vector<std::pair<int, int>>& sites() const { return sites_; }

  std::vector<site_links> links() const {
    std::vector<site_links> all;
    all.reserve(sites_.size());
    for (const auto& [x, y] : sites_)
      all.push_back({link(x - 1, y), link(x + 1, y), link(x, y - 1), link(x, y + 1)});
    return all;
  }

 private:
  bool within_reach(int x, int y) const {
    return std::abs(x) + std::abs(y) <= walk_.steps && walk_.accessible(x, y);
  }
  std::int32_t& slot(int x, int y) { return slot_[place(x, y)]; }
  std::size_t place(int x, int y) const {
    return std::size_t(y - y_first_) * width_ + (x - x_first_);
  }
  std::uint16_t link(int x, int y) const {
    const bool known =
        x >= x_first_ && x < x_first_ + width_ && y >= y_first_ && y < y_first_ + width_;
    return known ? static_cast<std::uint16_t>(slot_[place(x, y)]) : 0;
  }
  void add(int x, int y) {
    sites_.emplace_back(x, y);
    slot(x, y) = static_cast<std::int32_t>(sites_.size());
  }

  const problem& walk_;
  int x_first_, y_first_, width_;
  std::vector<std::int32_t> slot_;
  std::vector<std::pair<int, int>> sites_;
  std::vector<std::int32_t> last_slots_;
};

struct surroundings {
  std::vector<std::int32_t> around;
  std::vector<site_links> links;
  std::vector<std::int32_t> last_slots;
  std::array<std::int32_t, 8> beside;
};

surroundings around_of(const problem& walk, const site_tiles& numbering, int tile, int steps,
                       int last_slot) {
  const auto& of = numbering.tiles()[tile];
  const slots_of_tile slots(walk, numbering, of, steps);
  if (slots.sites().size() > std::size_t(last_slot))
    throw device::does_not_fit("a tile has " + std::to_string(slots.sites().size()) +
                               " sites with those around it, and a block takes " +
                               std::to_string(last_slot) + "; take smaller tiles");
  surroundings found{{}, slots.links(), slots.last_slots(), {}};
  std::vector<std::int32_t> others;
  for (std::size_t i = of.sites; i < slots.sites().size(); ++i) {
    const auto [x, y] = slots.sites()[i];
    found.around.push_back(static_cast<std::int32_t>(numbering.at(x, y)));
    others.push_back(numbering.tile_of(x, y));
  }
  std::ranges::sort(others);
  others.erase(std::unique(others.begin(), others.end()), others.end());
  found.beside.fill(tile);
  std::ranges::copy(others, found.beside.begin());
  return found;
}

/// Lists one behind the other, each once.
class distinct_lists {
 public:
  explicit distinct_lists(std::vector<site_links>& all) : all_(all) {}

  /// Where `list` begins.
  std::int32_t place_of(const std::vector<site_links>& list) {
    const std::string_view bytes(reinterpret_cast<const char*>(list.data()),
                                 list.size() * sizeof(site_links));
    const std::size_t hash = std::hash<std::string_view>{}(bytes);
    for (auto [it, end] = known_.equal_range(hash); it != end; ++it) {
      const auto [first, size] = it->second;
      if (size == list.size() && std::equal(list.begin(), list.end(), all_.begin() + first))
        return static_cast<std::int32_t>(first);
    }
    const std::size_t first = all_.size();
    known_.emplace(hash, std::pair{first, list.size()});
    all_.insert(all_.end(), list.begin(), list.end());
    return static_cast<std::int32_t>(first);
  }

 private:
  std::vector<site_links>& all_;
  std::unordered_multimap<std::size_t, std::pair<std::size_t, std::size_t>> known_;
};

}  // namespace

tile_links::tile_links(const problem& walk, const site_tiles& numbering, int steps, int last) {
  const auto count = static_cast<int>(numbering.tiles().size());
  std::vector<surroundings> found(count);
  std::string fault;  // an exception must not leave the loop's threads
#pragma omp parallel for schedule(dynamic, 4) if (walk.sites() > parallel_from)
  for (int i = 0; i < count; ++i) {
    try {
      found[i] = around_of(walk, numbering, i, steps, last);
    } catch (const device::does_not_fit& what) {
#pragma omp critical
      fault = what.what();
    }
  }
  if (!fault.empty()) throw device::does_not_fit(fault);

  distinct_lists lists(links);
  for (int i = 0; i < count; ++i) {
    const auto sites = static_cast<std::int32_t>(found[i].links.size());
    linked_tile tile{.first = numbering.tiles()[i].first,
                     .sites = numbering.tiles()[i].sites,
                     .last_slot = sites,
                     .around_first = static_cast<std::int32_t>(around.size()),
                     .links_first = lists.place_of(found[i].links),
                     .beside = {}};
    std::ranges::copy(found[i].beside, tile.beside);
    tiles.push_back(tile);
    last_slots.insert(last_slots.end(), found[i].last_slots.begin(), found[i].last_slots.end());
    around.insert(around.end(), found[i].around.begin(), found[i].around.end());
    most_sites = std::max(most_sites, sites);
    found[i] = {};
  }
}

}  // namespace carpet
