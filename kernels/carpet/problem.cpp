#include "kernels/carpet/problem.h"

#include <limits>
#include <numeric>
#include <string>

#include "kernels/support/bad_input.h"

namespace carpet {
namespace {

std::string text(site at) { return std::to_string(at.x) + ":" + std::to_string(at.y); }

window reach_of(const surface& ground, site start, int steps) {
  const auto clip = [&](std::int64_t away) {
    return static_cast<int>(std::clamp<std::int64_t>(away, -steps, steps));
  };
  const std::int64_t last = ground.side() - 1;
  return {clip(-start.x), clip(last - start.x), clip(-start.y), clip(last - start.y)};
}

bool is_clipped(const window& reach, int steps) {
  return reach.x_min > -steps || reach.x_max < steps || reach.y_min > -steps || reach.y_max < steps;
}

site start_on(const surface& ground, const std::optional<site>& asked) {
  const site wanted = asked.value_or(ground.centre());
  const auto inside = [&](std::int64_t at) { return at >= 0 && at < ground.side(); };
  if (!inside(wanted.x) || !inside(wanted.y)) {
    throw retime::bad_input("start=" + text(wanted) +
                            " lies outside the surface; X and Y go from 0 to " +
                            std::to_string(ground.side() - 1));
  }
  const auto found = ground.nearest_accessible(wanted);
  if (!found) throw retime::bad_input("the surface has no accessible site; try another seed");
  return *found;
}

std::int64_t iterator_side(const parameters& given) {
  std::int64_t side = 1;
  for (int i = 0; i < given.level && side <= given.steps; ++i) side *= given.generators.side;
  return side;
}

/// The smallest odd number of iterators whose surface holds all that a walker from its centre can
/// reach.
std::shared_ptr<const surface> enough_ground(const parameters& given) {
  for (std::int64_t across = (2 * std::int64_t{given.steps} + 1) / iterator_side(given) | 1;;
       across += 2) {
    auto ground =
        std::make_shared<const surface>(given.generators, given.level, across, given.seed);
    const site start = start_on(*ground, std::nullopt);
    if (!is_clipped(reach_of(*ground, start, given.steps), given.steps)) return ground;
  }
}

/// All but the carpet itself.
problem laid_out(const parameters& given) {
  problem made;
  made.steps = given.steps;
  made.precision = given.precision;
  made.ground = given.across ? std::make_shared<const surface>(given.generators, given.level,
                                                               *given.across, given.seed)
                             : enough_ground(given);
  made.start = start_on(*made.ground, given.start);
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
    const columns in_row = columns_of(made.reach, y, made.steps);
    std::int64_t count = 0;
    if (in_row.first <= in_row.last) {
      count = made.open.count(y - made.reach.y_min, in_row.first - made.reach.x_min,
                              in_row.last - made.reach.x_min);
    }
    made.row_begin.push_back(made.row_begin.back() + count);
  }
  made.sites_within.resize(made.farthest() + 1);
  for (int y = made.reach.y_min; y <= made.reach.y_max; ++y) {
    made.for_each_site(y, made.steps, [&](int x, std::int64_t) {
      ++made.sites_within[std::abs(x) + std::abs(y)];
    });
  }
  std::partial_sum(made.sites_within.begin(), made.sites_within.end(), made.sites_within.begin());
  return made;
}

double problem::diamond_visits() const {
  double visits = -1;  // step 0 is none
  for (int y = reach.y_min; y <= reach.y_max; ++y) {
    const double n = steps - std::abs(y);
    visits += n + 1 + sum_of_min(n, -reach.x_min) + sum_of_min(n, reach.x_max);
  }
  return visits;
}

double problem::last_diamond_visits() const {
  double visits = 0;
  for (int y = reach.y_min; y <= reach.y_max; ++y) {
    const columns in_row = columns_of(reach, y, steps);
    visits += std::max(0, in_row.last - in_row.first + 1);
  }
  return visits;
}

double problem::least_updates() const {
  double updates = 0;
  for (int s = 1; s <= steps; ++s)
    updates += static_cast<double>(sites_within[std::min(s, farthest())]);
  return updates;
}

}  // namespace carpet
