#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <vector>

#include "kernels/apsp/cpu.h"
#include "kernels/apsp/distances.h"

namespace apsp {
namespace {

/// Sources that a vertex is on the frontier of, or that have seen it.
template <int Words>
struct source_set {
  std::array<std::uint64_t, Words> words{};

  bool empty() const {
    std::uint64_t any = 0;
    for (const auto word : words) any |= word;
    return any == 0;
  }
  source_set& operator|=(const source_set& other) {
    for (int i = 0; i < Words; ++i) words[i] |= other.words[i];
    return *this;
  }
  source_set without(const source_set& other) const {
    source_set left;
    for (int i = 0; i < Words; ++i) left.words[i] = words[i] & ~other.words[i];
    return left;
  }
  std::int64_t size() const {
    std::int64_t bits = 0;
    for (const auto word : words) bits += std::popcount(word);
    return bits;
  }
  template <class Use>
  void for_each(Use use) const {
    for (int i = 0; i < Words; ++i)
      for (std::uint64_t left = words[i]; left != 0; left &= left - 1)
        use(64 * i + std::countr_zero(left));
  }
  void insert(std::size_t source) { words[source / 64] |= std::uint64_t{1} << source % 64; }
};

/// One thread's searches. A vertex stands in the list of its level once, however many of the
/// sources reach it there.
template <int Words>
class passes {
 public:
  passes(const graph& network, std::span<const vertex> sources, std::span<std::int32_t> matrix)
      : network_(network),
        sources_(sources),
        matrix_(matrix),
        seen_(network.vertices()),
        frontier_(network.vertices()),
        next_(network.vertices()) {}

  void search(std::size_t first) {
    std::ranges::fill(seen_, source_set<Words>{});
    const std::size_t count = std::min<std::size_t>(64 * Words, sources_.size() - first);
    const auto n = static_cast<std::size_t>(network_.vertices());
    if (!matrix_.empty()) std::ranges::fill(matrix_.subspan(first * n, count * n), unreached);
    for (std::size_t i = 0; i < count; ++i) reach(sources_[first + i]).insert(i);
    for (std::int32_t distance = 0; !reached_.empty(); ++distance) {
      settle(first, distance);
      for (const vertex v : list_) {
        for (const vertex w : network_.neighbours(v)) {
          const auto added = frontier_[v].without(seen_[w]);
          if (!added.empty()) reach(w) |= added;
        }
        frontier_[v] = {};
      }
    }
  }

  const std::vector<std::int64_t>& pairs_at() const { return pairs_at_; }

 private:
  source_set<Words>& reach(vertex w) {
    if (next_[w].empty()) reached_.push_back(w);
    return next_[w];
  }

  /// What was reached is the frontier.
  void settle(std::size_t first, std::int32_t distance) {
    if (pairs_at_.size() <= static_cast<std::size_t>(distance)) pairs_at_.push_back(0);
    list_.swap(reached_);
    reached_.clear();
    frontier_.swap(next_);
    for (const vertex w : list_) {
      seen_[w] |= frontier_[w];
      pairs_at_[distance] += frontier_[w].size();
      if (matrix_.empty()) continue;
      frontier_[w].for_each(
          [&](std::size_t i) { matrix_[(first + i) * network_.vertices() + w] = distance; });
    }
  }

  const graph& network_;
  std::span<const vertex> sources_;
  std::span<std::int32_t> matrix_;
  std::vector<source_set<Words>> seen_, frontier_, next_;
  std::vector<vertex> list_, reached_;
  std::vector<std::int64_t> pairs_at_;
};

template <int Words>
std::vector<std::int64_t> search_all(const graph& network, std::span<const vertex> sources,
                                     std::span<std::int32_t> matrix) {
  std::vector<std::int64_t> pairs_at;
#pragma omp parallel
  {
    passes<Words> own(network, sources, matrix);
#pragma omp for schedule(dynamic)
    for (std::size_t first = 0; first < sources.size(); first += 64 * Words) own.search(first);
#pragma omp critical
    {
      pairs_at.resize(std::max(pairs_at.size(), own.pairs_at().size()));
      for (std::size_t d = 0; d < own.pairs_at().size(); ++d) pairs_at[d] += own.pairs_at()[d];
    }
  }
  return pairs_at;
}

}  // namespace

std::vector<std::int64_t> bfs_bit_parallel(const graph& network, std::span<const vertex> sources,
                                           int words, std::span<std::int32_t> matrix) {
  switch (words) {
    case 1:
      return search_all<1>(network, sources, matrix);
    case 2:
      return search_all<2>(network, sources, matrix);
    case 4:
      return search_all<4>(network, sources, matrix);
    case 8:
      return search_all<8>(network, sources, matrix);
    default:
      throw std::out_of_range("a row of 1, 2, 4 or 8 words");
  }
}

}  // namespace apsp
