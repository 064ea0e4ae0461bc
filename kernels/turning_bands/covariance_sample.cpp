#include <algorithm>
#include <utility>

#include "kernels/support/random.h"
#include "kernels/turning_bands/distance_pairs.h"

namespace turning_bands {
namespace {

/// The pairs with the smallest random keys: the same ones in whatever order they come.
class lowest_keys {
 public:
  using entry = std::pair<std::uint64_t, std::int64_t>;  // key, number of the pair
  void add(const entry& candidate, std::size_t most) {
    if (heap_.size() == most) {
      if (candidate > heap_.front()) return;
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
    heap_.push_back(candidate);
    std::push_heap(heap_.begin(), heap_.end());
  }
  std::vector<entry> sorted() const {
    auto entries = heap_;
    std::sort(entries.begin(), entries.end());
    return entries;
  }

 private:
  std::vector<entry> heap_;
};

}  // namespace

std::vector<std::vector<point_pair>> sample_pairs(std::span<const position> points,
                                                  std::span<const std::int64_t> references,
                                                  const distance_bins& bins, std::uint64_t seed,
                                                  int most) {
  const auto count = static_cast<std::int64_t>(points.size());
  const auto pairs = static_cast<std::int64_t>(references.size()) * count;
  std::vector<lowest_keys> chosen(bins.count());
  const std::uint64_t stream = retime::random_bits(seed, 1);
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t first = 0; first < pairs; first += pairs_per_block) {
    std::vector<lowest_keys> own(chosen.size());
    for_pairs(points, references, bins, first, std::min(pairs, first + pairs_per_block),
              [&](std::int64_t pair, std::int64_t, std::int64_t, double, int bin) {
                own[bin].add({retime::random_bits_at(stream, pair), pair}, most);
              });
#pragma omp critical
    for (std::size_t bin = 0; bin < own.size(); ++bin)
      for (const auto& entry : own[bin].sorted()) chosen[bin].add(entry, most);
  }

  std::vector<std::vector<point_pair>> found(chosen.size());
  for (const auto reference : references.first(std::min<std::size_t>(most, references.size())))
    found[0].push_back({reference, reference});
  for (std::size_t bin = 1; bin < chosen.size(); ++bin)
    for (const auto& [key, pair] : chosen[bin].sorted())
      found[bin].push_back({references[pair / count], pair % count});
  return found;
}

}  // namespace turning_bands
