#include "kernels/carpet/surface.h"

#include <algorithm>
#include <string>

#include "kernels/support/bad_input.h"
#include "kernels/support/random.h"

namespace carpet {
namespace {
constexpr std::int64_t largest_side = 65536;
}

surface::surface(generator_set generators, int level, std::int64_t across, std::uint64_t seed)
    : generators_(std::move(generators)),
      level_(level),
      across_(across),
      iterator_side_(1),
      seed_(seed) {
  for (int i = 0; i < level; ++i) {
    iterator_side_ *= generators_.side;
    if (iterator_side_ > largest_side) break;
  }
  if (iterator_side_ > largest_side || across > largest_side / iterator_side_) {
    throw retime::bad_input("a surface of " + std::to_string(across) + " iterators of " +
                            std::to_string(generators_.side) + "^" + std::to_string(level) +
                            " sites a side is too large; at most " + std::to_string(largest_side) +
                            " sites a side");
  }
  cell_side_.assign(level_ + 2, iterator_side_);
  for (int i = 2; i <= level_ + 1; ++i) cell_side_[i] = cell_side_[i - 1] / generators_.side;
}

const generator& surface::pattern_of(const cell& at) const {
  const auto choices = generators_.patterns.size();
  if (choices == 1) return generators_.patterns[0];
  const std::int64_t middle = across_ / 2;
  const std::uint64_t bits = retime::random_bits(seed_, at.iterator_x - middle,
                                                 at.iterator_y - middle, at.level, at.x, at.y);
  return generators_.patterns[retime::pick(bits, choices)];
}

surface::cell surface::child(const cell& at, int column, int row) const {
  const int n = generators_.side;
  return {at.iterator_x, at.iterator_y, at.x * n + column, at.y * n + row, at.level + 1};
}

bool surface::accessible(site at) const {
  if (at.x < 0 || at.y < 0 || at.x >= side() || at.y >= side()) return false;
  const int n = generators_.side;
  const std::int64_t x = at.x % iterator_side_, y = at.y % iterator_side_;
  for (int level = 1; level <= level_; ++level) {
    const std::int64_t here = cell_side_[level], below = cell_side_[level + 1];
    const generator& pattern =
        pattern_of({at.x / iterator_side_, at.y / iterator_side_, x / here, y / here, level});
    if (!pattern.open[y % here / below * n + x % here / below]) return false;
  }
  return true;
}

std::int64_t surface::count(const cell& at) const {
  const generator& pattern = pattern_of(at);
  if (at.level == level_) return pattern.count;
  const int n = generators_.side;
  std::int64_t total = 0;
  for (int i = 0; i < n * n; ++i) {
    if (pattern.open[i]) total += count(child(at, i % n, i / n));
  }
  return total;
}

std::int64_t surface::accessible_sites() const {
  std::int64_t total = 0;
#pragma omp parallel for reduction(+ : total) schedule(dynamic) if (across_ > 32)
  for (std::int64_t y = 0; y < across_; ++y) {
    for (std::int64_t x = 0; x < across_; ++x) total += count({x, y, 0, 0, 1});
  }
  return total;
}

std::optional<site> surface::nearest_accessible(site from) const {
  std::optional<site> best;
  std::int64_t best_square = 0;
  // The square rings round `from`: ring r holds no site nearer than r.
  for (std::int64_t r = 0; r <= side() && (!best || r * r <= best_square); ++r) {
    for (std::int64_t dy = -r; dy <= r; ++dy) {
      const std::int64_t step = dy == -r || dy == r ? 1 : 2 * r;
      for (std::int64_t dx = -r; dx <= r; dx += step) {
        const site here{from.x + dx, from.y + dy};
        const std::int64_t square = dx * dx + dy * dy;
        const bool better =
            !best || square < best_square ||
            (square == best_square && std::pair(here.y, here.x) < std::pair(best->y, best->x));
        if (better && accessible(here)) {
          best = here;
          best_square = square;
        }
      }
    }
  }
  return best;
}

void surface::paint(const cell& at, site first, bitmap& into) const {
  const int n = generators_.side;
  const generator& pattern = pattern_of(at);
  const std::int64_t below = cell_side_[at.level + 1];
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      if (!pattern.open[row * n + column]) continue;
      const cell part = child(at, column, row);
      const std::int64_t left = at.iterator_x * iterator_side_ + part.x * below - first.x;
      const std::int64_t top = at.iterator_y * iterator_side_ + part.y * below - first.y;
      if (left >= into.width() || top >= into.height() || left + below <= 0 || top + below <= 0)
        continue;
      if (at.level == level_) {
        into.set(left, top);
      } else {
        paint(part, first, into);
      }
    }
  }
}

bitmap surface::window(site first, site last) const {
  bitmap result(last.x - first.x + 1, last.y - first.y + 1);
  const auto iterator_of = [&](std::int64_t at) {
    return std::clamp<std::int64_t>(at, 0, side() - 1) / iterator_side_;
  };
#pragma omp parallel for schedule( \
    dynamic)  // a row of iterators is one thread's: no two threads share a row of bits
  for (std::int64_t y = iterator_of(first.y); y <= iterator_of(last.y); ++y) {
    for (std::int64_t x = iterator_of(first.x); x <= iterator_of(last.x); ++x) {
      paint({x, y, 0, 0, 1}, first, result);
    }
  }
  return result;
}

}  // namespace carpet
