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

std::optional<site> accessible_start(const surface& ground, const parameters& parameters) {
  if (parameters.random_start) return ground.random_accessible();
  const site start = parameters.start.value_or(ground.centre());
  const auto inside = [&](std::int64_t place) { return place >= 0 && place < ground.side(); };
  if (!inside(start.x) || !inside(start.y)) {
    throw retime::bad_input("start=" + std::to_string(start.x) + ":" + std::to_string(start.y) +
                            " lies outside the surface; X and Y go from 0 to " +
                            std::to_string(ground.side() - 1));
  }
  return ground.nearest_accessible(start);
}

site start_on(const surface& ground, const parameters& parameters) {
  if (const auto start = accessible_start(ground, parameters)) return *start;
  throw retime::bad_input("the surface has no accessible site; try another seed");
}

/// The smallest odd number of iterators whose surface holds all that a walker can reach from its
/// centre, or from the random start.
std::shared_ptr<const surface> enough_ground(parameters parameters) {
  parameters.start.reset();
  const double iterator_side = std::pow(parameters.generators.side, parameters.level);
  const double most_held = (2.0 * parameters.steps + 1) / iterator_side;
  for (std::int64_t across = static_cast<std::int64_t>(most_held) | 1;; across += 2) {
    auto ground = std::make_shared<const surface>(parameters.generators, parameters.level, across,
                                                  parameters.seed);
    const window reach = reach_of(*ground, start_on(*ground, parameters), parameters.steps);
    if (std::min(reach.width(), reach.height()) == 2 * parameters.steps + 1) return ground;
  }
}

/// All but the carpet itself.
problem laid_out(const parameters& parameters) {
  problem problem;
  problem.steps = parameters.steps;
  problem.in_double = parameters.in_double;
  problem.ground = parameters.across
                       ? std::make_shared<const surface>(parameters.generators, parameters.level,
                                                         *parameters.across, parameters.seed)
                       : enough_ground(parameters);
  problem.start = start_on(*problem.ground, parameters);
  problem.reach = reach_of(*problem.ground, problem.start, problem.steps);
  const auto [width, height] = std::pair{problem.reach.width(), problem.reach.height()};
  if ((width + 64) * (height + 8) > std::numeric_limits<int>::max()) {
    throw retime::bad_input(
        "steps=" + std::to_string(problem.steps) + " reaches " + std::to_string(width * height) +
        " sites; at most 2^31 are allowed: take fewer steps or a smaller surface");
  }
  return problem;
}

/// The sum over k = 0..n of min(k, limit).
double sum_of_min(double n, double limit) {
  return n <= limit ? n * (n + 1) / 2 : limit * (limit + 1) / 2 + (n - limit) * limit;
}

}  // namespace

void check(const parameters& parameters) { laid_out(parameters); }

problem make_problem(const parameters& parameters) {
  problem problem = laid_out(parameters);
  const window& reach = problem.reach;
  problem.open =
      problem.ground->window({problem.start.x + reach.x_min, problem.start.y + reach.y_min},
                             {problem.start.x + reach.x_max, problem.start.y + reach.y_max});
  problem.accessible_sites = problem.ground->accessible_sites();

  problem.row_begin.push_back(0);
  for (int y = reach.y_min; y <= reach.y_max; ++y) {
    const columns row = columns_of(reach, y, problem.steps);
    problem.row_begin.push_back(problem.row_begin.back() + problem.accessible_in(y, row));
  }
  const std::vector<std::int64_t> within = problem.accessible_within();
  problem.least_updates = std::accumulate(within.begin() + 1, within.end(), std::int64_t{0});
  return problem;
}

double problem::diamond_visits(int last) const {
  double visits = -1;  // step 0 is none
  for (int y = reach.y_min; y <= reach.y_max; ++y) {
    const double n = std::max(last - std::abs(y), -1);
    visits += n + 1 + sum_of_min(n, -reach.x_min) + sum_of_min(n, reach.x_max);
  }
  return visits;
}

std::vector<std::int64_t> problem::accessible_within() const {
  std::vector<std::int64_t> sites(steps + 1);
  for (int y = reach.y_min; y <= reach.y_max; ++y)
    for_each_site(y, steps, [&](int x, std::int64_t) { ++sites[std::abs(x) + std::abs(y)]; });
  std::partial_sum(sites.begin(), sites.end(), sites.begin());
  return sites;
}

}  // namespace carpet
