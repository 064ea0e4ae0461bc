#include "kernels/carpet/iterator_walk.h"

#include <algorithm>
#include <cstdlib>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/initial_state.h"
#include "kernels/carpet/step_pool.h"
#include "kernels/carpet/update.h"

namespace carpet {
namespace {

/// Sites along the side of a task: a cell of the carpet, if its size suits. Below 32 the pool costs
/// more than the work; above 256 few tasks are left to share out, and their rows no longer fit the
/// first cache.
int task_side(const surface& ground) {
  const int n = ground.generators().side;
  auto side = static_cast<int>(ground.iterator_side());
  while (side > 256 && n > 1) side /= n;
  return side < 32 ? side * (32 / side + 1) : side;
}

template <class Real>
void update_run(const Real* old, Real* next, const unsigned char* stays, std::int64_t pitch,
                int length) {
  for (int i = 0; i < length; ++i) {
    const Real sum = old[i - 1] + old[i + 1] + old[i - pitch] + old[i + pitch];
    next[i] = updated(sum, static_cast<Real>(stays[i]), old[i]);
  }
}

}  // namespace

template <class Real>
iterator_walk<Real>::iterator_walk(const problem& problem, int threads)
    : problem_(problem),
      threads_(threads),
      plane_(problem.reach),
      first_(plane_.sites()),
      second_(plane_.sites()),
      stays_(stays_of(problem, plane_)) {
  const window& reach = problem.reach;
  const int side = task_side(*problem.ground);
  // Tasks begin where cells of the surface do.
  const auto begin_before = [&](std::int64_t start, int low) {
    return static_cast<int>((start + low) / side * side - start);
  };
  for (int y = begin_before(problem.start.y, reach.y_min); y <= reach.y_max; y += side) {
    for (int x = begin_before(problem.start.x, reach.x_min); x <= reach.x_max; x += side) {
      add_task({std::max(x, reach.x_min), std::min(x + side - 1, reach.x_max),
                std::max(y, reach.y_min), std::min(y + side - 1, reach.y_max)});
    }
  }
  std::ranges::stable_sort(tasks_, {}, &task::distance);
}

template <class Real>
void iterator_walk<Real>::add_task(const window& covered) {
  task added{std::abs(std::clamp(0, covered.x_min, covered.x_max)) +
                 std::abs(std::clamp(0, covered.y_min, covered.y_max)),
             {}};
  if (added.distance > problem_.steps) return;
  for (int y = covered.y_min; y <= covered.y_max; ++y) {
    problem_.for_each_accessible(y, {covered.x_min, covered.x_max}, [&](int x) {
      const int here = plane_.at(x, y);
      if (added.runs.empty() || added.runs.back().second != here)
        added.runs.emplace_back(here, here);
      ++added.runs.back().second;
    });
  }
  if (!added.runs.empty()) tasks_.push_back(std::move(added));
}

template <class Real>
void iterator_walk<Real>::reset() {
  std::ranges::fill(first_, Real{0});
  std::ranges::fill(second_, Real{0});
  std::vector<Real>& old = problem_.first_step % 2 == 1 ? first_ : second_;
  for_each_initial(problem_,
                   [&](int x, int y, double p) { old[plane_.at(x, y)] = static_cast<Real>(p); });
}

template <class Real>
void iterator_walk<Real>::run(int first, int last) {
  const auto within_reach = [&](int s) {
    return std::ranges::upper_bound(tasks_, s, {}, &task::distance) - tasks_.begin();
  };
  run_steps(threads_, first, last, within_reach, [&](int s, std::int64_t k) {
    const Real* old = after(s - 1).data();
    Real* next = (s % 2 == 0 ? first_ : second_).data();
    for (const auto& [begin, end] : tasks_[k].runs)
      update_run(old + begin, next + begin, stays_.data() + begin, plane_.pitch, end - begin);
  });
}

template <class Real>
distribution iterator_walk<Real>::collect(int steps) const {
  return gathered(problem_, [&](int x, int y) { return after(steps)[plane_.at(x, y)]; });
}

template <class Real>
std::map<std::string, double> iterator_walk<Real>::observe(int steps) const {
  return observed_at(problem_, steps, [&](int x, int y, std::int64_t) {
    return static_cast<double>(after(steps)[plane_.at(x, y)]);
  });
}

template class iterator_walk<float>;
template class iterator_walk<double>;

}  // namespace carpet
