#include "kernels/carpet/surface.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "kernels/support/bad_input.h"
#include "kernels/support/random.h"

namespace carpet {
namespace {
constexpr std::int64_t largest_side = 65536;
}

surface::surface(generator_set generators, int level, std::int64_t across, std::uint64_t seed)
    : generators_(std::move(generators)), level_(level), across_(across), seed_(seed) {
  const double iterator_side = std::pow(generators_.side, level);
  if (iterator_side * static_cast<double>(across) > largest_side) {
    throw retime::bad_input("a surface of " + std::to_string(across) + " iterators of " +
                            std::to_string(generators_.side) + "^" + std::to_string(level) +
                            " sites a side is too large; at most " + std::to_string(largest_side) +
                            " sites a side");
  }
  iterator_side_ = std::llround(iterator_side);
}

const generator& surface::pattern_of(const square& cell) const {
  const auto choices = generators_.patterns.size();
  if (choices == 1) return generators_.patterns[0];
  const auto iterator = [&](std::int64_t x) { return x / iterator_side_ - across_ / 2; };
  const auto within = [&](std::int64_t x) { return x % iterator_side_ / cell.side; };
  const auto [x, y] = cell.first;
  const std::uint64_t bits =
      retime::random_bits(seed_, iterator(x), iterator(y), cell.level, within(x), within(y));
  return generators_.patterns[retime::pick(bits, choices)];
}

template <class Visit>
void surface::for_each_pattern(const square& cell, site first, site last, Visit visit) const {
  const generator& pattern = pattern_of(cell);
  if (cell.level == level_) return visit(cell.first, pattern);
  const std::int64_t n = generators_.side, side = cell.side / n;
  const auto part = [&](std::int64_t away) {
    return std::clamp<std::int64_t>(away / side, 0, n - 1);
  };
  const auto [x, y] = cell.first;
  for (std::int64_t row = part(first.y - y); row <= part(last.y - y); ++row) {
    for (std::int64_t column = part(first.x - x); column <= part(last.x - x); ++column) {
      if (pattern.open[row * n + column])
        for_each_pattern({{x + column * side, y + row * side}, side, cell.level + 1}, first, last,
                         visit);
    }
  }
}

template <class Visit>
void surface::for_each_pattern(std::int64_t iterator_row, site first, site last,
                               Visit visit) const {
  for (std::int64_t column = first.x / iterator_side_; column <= last.x / iterator_side_;
       ++column) {
    const site corner{column * iterator_side_, iterator_row * iterator_side_};
    for_each_pattern({corner, iterator_side_, 1}, first, last, visit);
  }
}

std::int64_t surface::accessible_sites() const {
  std::int64_t total = 0;
#pragma omp parallel for reduction(+ : total) schedule(dynamic) if (across_ > 32)
  for (std::int64_t row = 0; row < across_; ++row) {
    for_each_pattern(row, {0, 0}, {side() - 1, side() - 1},
                     [&](site, const generator& pattern) { total += pattern.count; });
  }
  return total;
}

std::optional<site> surface::nearest_accessible(site place) const {
  // Sites outside the square of half side r are farther than r.
  for (std::int64_t r = 8;; r *= 4) {
    const site first{std::max<std::int64_t>(place.x - r, 0),
                     std::max<std::int64_t>(place.y - r, 0)};
    const site last{std::min(place.x + r, side() - 1), std::min(place.y + r, side() - 1)};
    const bitmap near = window(first, last);
    std::optional<std::tuple<std::int64_t, std::int64_t, std::int64_t>> best;  // distance^2, y, x
    for (std::int64_t row = 0; row < near.height(); ++row) {
      near.for_each_set(row, 0, near.width() - 1, [&](std::int64_t column) {
        const std::int64_t x = first.x + column, y = first.y + row;
        const std::int64_t distance = (x - place.x) * (x - place.x) + (y - place.y) * (y - place.y);
        best = std::min(best.value_or(std::tuple{distance, y, x}), {distance, y, x});
      });
    }
    const bool is_all = r >= side();
    if (best && (is_all || std::get<0>(*best) <= r * r))
      return site{std::get<2>(*best), std::get<1>(*best)};
    if (is_all) return std::nullopt;
  }
}

std::optional<site> surface::random_accessible() const {
  const std::int64_t corner = across_ / 2 * iterator_side_, last = corner + iterator_side_ - 1;
  const bitmap iterator = window({corner, corner}, {last, last});
  const auto for_each_site = [&](auto visit) {
    for (std::int64_t y = 0; y < iterator_side_; ++y)
      iterator.for_each_set(y, 0, iterator_side_ - 1, [&](std::int64_t x) { visit(x, y); });
  };
  std::uint64_t sites = 0;
  for_each_site([&](auto...) { ++sites; });
  if (sites == 0) return std::nullopt;

  std::uint64_t before = retime::random_stream::of_key(seed_).below(sites);
  site drawn;
  for_each_site([&](std::int64_t x, std::int64_t y) {
    if (before-- == 0) drawn = {corner + x, corner + y};
  });
  return drawn;
}

bitmap surface::window(site first, site last) const {
  const std::int64_t n = generators_.side;
  bitmap result(last.x - first.x + 1, last.y - first.y + 1);
  // A row of iterators is one thread's: no two threads share a row of bits.
#pragma omp parallel for schedule(dynamic) if (result.width() * result.height() > parallel_from)
  for (std::int64_t row = first.y / iterator_side_; row <= last.y / iterator_side_; ++row) {
    for_each_pattern(row, first, last, [&](site corner, const generator& pattern) {
      const site end{std::min(corner.x + n - 1, last.x), std::min(corner.y + n - 1, last.y)};
      for (std::int64_t y = std::max(corner.y, first.y); y <= end.y; ++y) {
        for (std::int64_t x = std::max(corner.x, first.x); x <= end.x; ++x) {
          if (pattern.open[(y - corner.y) * n + x - corner.x]) result.set(x - first.x, y - first.y);
        }
      }
    });
  }
  return result;
}

}  // namespace carpet
