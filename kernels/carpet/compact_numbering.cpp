#include "kernels/carpet/compact_numbering.h"

#include <algorithm>
#include <cstdlib>

namespace carpet {
compact_numbering::ring_place compact_numbering::place_of(int x, int y) {
  const int d = std::abs(x) + std::abs(y);
  if (x > 0 && y >= 0) return {d, 0, y};
  if (x <= 0 && y > 0) return {d, 1, -x};
  if (x < 0) return {d, 2, -y};
  if (y < 0) return {d, 3, x};
  return {0, 0, 0};
}

std::array<int, 2> compact_numbering::site_at(const ring_place& place) {
  const int sign = place.quarter < 2 ? 1 : -1, along = sign * place.t,
            across = sign * (place.d - place.t);
  if (place.quarter % 2 == 0) return {across, along};
  return {-along, across};
}

std::int64_t compact_numbering::word_of(const ring_place& place) const {
  const int band = place.d / rings_;
  const std::int64_t chunk = place.quarter * chunks(band) + place.t / 64;
  return band_begin_[band] + chunk * rings_ + place.d % rings_;
}

/// Calls visit(word, place of its first bit, number of its places) for the words of a band.
template <class Visit>
void compact_numbering::for_each_word(int band, Visit visit) const {
  for (std::int64_t word = band_begin_[band]; word < band_begin_[band + 1]; ++word) {
    const std::int64_t within = word - band_begin_[band];
    const int d = band * rings_ + static_cast<int>(within % rings_);
    const std::int64_t chunk = within / rings_;
    const int quarter = static_cast<int>(chunk / chunks(band));
    const int first = static_cast<int>(chunk % chunks(band)) * 64;
    const int length = d == 0 ? (quarter == 0 ? 1 : 0) : std::clamp(d - first, 0, 64);
    if (d <= farthest_) visit(word, ring_place{d, quarter, first}, length);
  }
}

compact_numbering::compact_numbering(const problem& problem, int rings)
    : rings_(rings), farthest_(problem.farthest()) {
  const int bands = farthest_ / rings_ + 1;
  band_begin_.push_back(0);
  for (int band = 0; band < bands; ++band) {
    band_begin_.push_back(band_begin_.back() + 4 * chunks(band) * rings_);
  }
  open_.resize(band_begin_.back());
#pragma omp parallel for schedule(dynamic, 4) if (farthest_ > 1000)
  for (int band = 0; band < bands; ++band) {
    for_each_word(band, [&](std::int64_t word, ring_place place, int length) {
      const int first = place.t;
      for (; place.t < first + length; ++place.t) {
        const auto [x, y] = site_at(place);
        if (problem.accessible(x, y)) open_[word] |= std::uint64_t{1} << (place.t - first);
      }
    });
  }
  before_.reserve(open_.size() + 1);
  std::int32_t total = 0;
  for (const std::uint64_t word : open_) {
    before_.push_back(total);
    total += std::popcount(word);
  }
  before_.push_back(total);
}

std::int32_t compact_numbering::threads(int step) const {
  return before_[band_begin_[std::min(step, farthest_) / rings_ + 1]];
}

std::int32_t compact_numbering::at(int x, int y) const {
  const ring_place place = place_of(x, y);
  if (place.d > farthest_) return not_present;
  const std::int64_t word = word_of(place);
  const int bit = place.t % 64;
  if ((open_[word] >> bit & 1) == 0) return not_present;
  return before_[word] + std::popcount(open_[word] & ((std::uint64_t{1} << bit) - 1));
}

std::vector<std::array<std::int32_t, 4>> compact_numbering::neighbours() const {
  std::vector<std::array<std::int32_t, 4>> result(sites());
  const int bands = static_cast<int>(band_begin_.size()) - 1;
#pragma omp parallel for schedule(dynamic, 4) if (farthest_ > 1000)
  for (int band = 0; band < bands; ++band) {
    for_each_word(band, [&](std::int64_t word, ring_place here, int) {
      const int first = here.t;
      std::int32_t index = before_[word];
      for (std::uint64_t bits = open_[word]; bits != 0; bits &= bits - 1) {
        here.t = first + std::countr_zero(bits);
        const auto [x, y] = site_at(here);
        result[index++] = {at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)};
      }
    });
  }
  return result;
}

}  // namespace carpet
