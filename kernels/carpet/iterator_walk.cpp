#include "kernels/carpet/iterator_walk.h"

#include <algorithm>
#include <cstdlib>

#include "kernels/carpet/distribution.h"
#include "kernels/carpet/flush_denormals.h"
#include "kernels/carpet/step_pool.h"
#include "kernels/carpet/update.h"

namespace carpet {
namespace {

/// Sites along the side of a task: a cell of the carpet, if its size suits. Below 32 the pool costs
/// more than the work; above 256 few tasks are left to share out, and their rows no longer fit the
/// first cache.
std::int64_t task_side(const surface& ground) {
  std::int64_t side = ground.iterator_side();
  while (side > 256 && ground.generators().side > 1) side /= ground.generators().side;
  if (side < 32) side *= 32 / side + 1;
  return side;
}

int nearest(int first, int last) { return first > 0 ? first : last < 0 ? -last : 0; }

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
iterator_walk<Real>::iterator_walk(const problem& of, int threads)
    : of_(of),
      threads_(threads_worth_waking(threads, of.sites())),
      pitch_(of.reach.width() + 2),
      first_(pitch_ * (of.reach.height() + 2)),
      second_(first_.size()),
      stays_(first_.size()) {
  const window& reach = of.reach;
  const std::int64_t side = task_side(*of.ground);
  // Tasks begin where cells of the surface do.
  const auto begin_before = [&](std::int64_t start, int low) {
    return static_cast<int>((start + low) / side * side - start);
  };
  for (int y = begin_before(of.start.y, reach.y_min); y <= reach.y_max;
       y += static_cast<int>(side)) {
    for (int x = begin_before(of.start.x, reach.x_min); x <= reach.x_max;
         x += static_cast<int>(side)) {
      const int right = static_cast<int>(x + side - 1), bottom = static_cast<int>(y + side - 1);
      add_task(std::max(x, reach.x_min), std::min(right, reach.x_max), std::max(y, reach.y_min),
               std::min(bottom, reach.y_max));
    }
  }
  std::ranges::stable_sort(tasks_, {}, &task::distance);
}

template <class Real>
void iterator_walk<Real>::add_task(int x_first, int x_last, int y_first, int y_last) {
  const window& reach = of_.reach;
  task made{nearest(x_first, x_last) + nearest(y_first, y_last), static_cast<int>(runs_.size()), 0};
  if (made.distance > of_.steps) return;
  for (int y = y_first; y <= y_last; ++y) {
    int next_x = x_first - 1;
    of_.open.for_each_set(
        y - reach.y_min, x_first - reach.x_min, x_last - reach.x_min, [&](std::int64_t column) {
          const int x = static_cast<int>(column) + reach.x_min;
          const int neighbours = of_.accessible(x - 1, y) + of_.accessible(x + 1, y) +
                                 of_.accessible(x, y - 1) + of_.accessible(x, y + 1);
          stays_[at(x, y)] = static_cast<unsigned char>(4 - neighbours);
          if (x == next_x) {
            ++runs_.back().length;
          } else {
            runs_.push_back({static_cast<int>(at(x, y)), 1});
          }
          next_x = x + 1;
        });
  }
  made.last_run = static_cast<int>(runs_.size());
  if (made.last_run > made.first_run) tasks_.push_back(made);
}

template <class Real>
void iterator_walk<Real>::reset() {
  std::ranges::fill(first_, Real{0});
  std::ranges::fill(second_, Real{0});
  first_[at(0, 0)] = 1;
}

template <class Real>
void iterator_walk<Real>::run(int first, int last) {
  const auto within_reach = [&](int s) {
    return std::ranges::upper_bound(tasks_, s, {}, &task::distance) - tasks_.begin();
  };
  run_steps(threads_, first, last, within_reach, [&](int s, std::int64_t k) {
    const flush_denormals guard;
    const Real* old = after(s - 1).data();
    Real* next = (s % 2 == 0 ? first_ : second_).data();
    for (int r = tasks_[k].first_run; r < tasks_[k].last_run; ++r) {
      const auto [begin, length] = runs_[r];
      update_run(old + begin, next + begin, stays_.data() + begin, pitch_, length);
    }
  });
}

template <class Real>
distribution iterator_walk<Real>::collect(int steps) const {
  distribution result;
  result.p.resize(of_.sites());
  const std::vector<Real>& p = after(steps);
  for (int y = of_.reach.y_min; y <= of_.reach.y_max; ++y) {
    of_.for_each_site(y, of_.steps,
                      [&](int x, std::int64_t index) { result.p[index] = p[at(x, y)]; });
  }
  return result;
}

template <class Real>
std::map<std::string, double> iterator_walk<Real>::observe(int steps) const {
  const std::vector<Real>& p = after(steps);
  return observed_at(of_, steps,
                     [&](int x, int y, std::int64_t) { return static_cast<double>(p[at(x, y)]); });
}

template class iterator_walk<float>;
template class iterator_walk<double>;

}  // namespace carpet
