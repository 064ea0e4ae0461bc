#include "kernels/carpet/problem.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "kernels/support/bad_input.h"

namespace carpet {
namespace {

window reach_of(const surface& ground, site start, int steps) {
  const auto clip = [&](std::int64_t away) {
    return static_cast<int>(std::clamp<std::int64_t>(away, -steps, steps));
  };
  const std::int64_t last = ground.side() - 1;
  return {clip(-start.x), clip(last - start.x), clip(-start.y), clip(last - start.y)};
}

std::optional<site> accessible_start(const surface& ground, const parameters& given) {
  if (given.random_start) return ground.random_accessible();
  const site wanted = given.start.value_or(ground.centre());
  const auto inside = [&](std::int64_t at) { return at >= 0 && at < ground.side(); };
  if (!inside(wanted.x) || !inside(wanted.y)) {
    throw retime::bad_input("start=" + std::to_string(wanted.x) + ":" + std::to_string(wanted.y) +
                            " lies outside the surface; X and Y go from 0 to " +
                            std::to_string(ground.side() - 1));
  }
  return ground.nearest_accessible(wanted);
}

site start_on(const surface& ground, const parameters& given) {
  if (const auto found = accessible_start(ground, given)) return *found;
  throw retime::bad_input("the surface has no accessible site; try another seed");
}

/// The smallest odd number of iterators whose surface holds all that a walker can reach from its
/// centre, or from the random start.
std::shared_ptr<const surface> enough_ground(parameters given) {
  given.start.reset();
  const double iterator_side = std::pow(given.generators.side, given.level);
  const double most_held = (2.0 * given.steps + 1) / iterator_side;
  for (std::int64_t across = static_cast<std::int64_t>(most_held) | 1;; across += 2) {
    auto ground =
        std::make_shared<const surface>(given.generators, given.level, across, given.seed);
    const window reach = reach_of(*ground, start_on(*ground, given), given.steps);
    if (std::min(reach.width(), reach.height()) == 2 * given.steps + 1) return ground;
  }
}

/// All but the carpet itself.
problem laid_out(const parameters& given) {
  problem made;
  made.steps = given.steps;
  made.in_double = given.in_double;
  made.ground = given.across ? std::make_shared<const surface>(given.generators, given.level,
                                                               *given.across, given.seed)
                             : enough_ground(given);
  made.start = start_on(*made.ground, given);
  made.reach = reach_of(*made.ground, made.start, made.steps);
  if ((made.reach.width() + 64) * (made.reach.height() + 8) > std::numeric_limits<int>::max()) {
    throw retime::bad_input(
        "steps=" + std::to_string(given.steps) + " reaches " +
        std::to_string(made.reach.width() * made.reach.height()) +
        " sites; at most 2^31 are allowed: take fewer steps or a smaller surface");
  }
  return made;
}

/// Sum over k = 0..n of min(k, limit).
double sum_of_min(double n, double limit) {
  return n <= limit ? n * (n + 1) / 2 : limit * (limit + 1) / 2 + (n - limit) * limit;
}

}  // namespace

void check(const parameters& given) { laid_out(given); }

problem make_problem(const parameters& given) {
  problem made = laid_out(given);
  const site first{made.start.x + made.reach.x_min, made.start.y + made.reach.y_min};
  const site last{made.start.x + made.reach.x_max, made.start.y + made.reach.y_max};
  made.open = made.ground->window(first, last);
  made.accessible_sites = made.ground->accessible_sites();

  made.row_begin.push_back(0);
  for (int y = made.reach.y_min; y <= made.reach.y_max; ++y) {
    const auto [left, right] = columns_of(made.reach, y, made.steps);
    made.row_begin.push_back(made.row_begin.back() + made.open.count(y - made.reach.y_min,
                                                                     left - made.reach.x_min,
                                                                     right - made.reach.x_min));
  }
  for (int y = made.reach.y_min; y <= made.reach.y_max; ++y) {
    made.for_each_site(y, made.steps, [&](int x, std::int64_t) {
      made.least_updates += made.steps + 1 - std::max(1, std::abs(x) + std::abs(y));
    });
  }
  return made;
}

double problem::diamond_visits(int to) const {
  double visits = -1;  // step 0 is none
  for (int y = reach.y_min; y <= reach.y_max; ++y) {
    const double n = std::max(to - std::abs(y), -1);
    visits += n + 1 + sum_of_min(n, -reach.x_min) + sum_of_min(n, reach.x_max);
  }
  return visits;
}

double problem::sites_within(int radius) const {
  std::int64_t sites = 0;
  for (int y = std::max(reach.y_min, -radius); y <= std::min(reach.y_max, radius); ++y) {
    const auto [first, last] = columns_of(reach, y, radius);
    sites += last - first + 1;
  }
  return static_cast<double>(sites);
}

std::vector<std::int64_t> problem::accessible_within() const {
  std::vector<std::int64_t> sites(steps + 1);
  for (int y = reach.y_min; y <= reach.y_max; ++y)
    for_each_site(y, steps, [&](int x, std::int64_t) { ++sites[std::abs(x) + std::abs(y)]; });
  std::partial_sum(sites.begin(), sites.end(), sites.begin());
  return sites;
}

}  // namespace carpet
