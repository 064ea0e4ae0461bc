// The CPU program that the paper compares with (Hoffmann 2010, Fig. 12): tasks over iterators, as
// its reference [17], Hoffmann, Hofmann, Ruenger, Seeger, "Task Pool Teams Implementation of the
// Master Equation Approach for Random Sierpinski Carpets", Euro-Par 2006.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernels/carpet/plane.h"

namespace carpet {

/// One task updates the accessible sites of one iterator (of several where they are tiny, of a part
/// where they are huge), run by run: a run is a row's accessible sites side by side, a loop without
/// branches. Step s takes the tasks that a walk of s steps can reach; the threads draw them from
/// one pool.
template <class Real>
class iterator_walk {
 public:
  iterator_walk(const problem& problem, int threads);

  void reset();                   ///< the initial state
  void run(int first, int last);  ///< steps first..last; problem::first_step follows reset()
  distribution collect(int steps) const;
  std::map<std::string, double> observe(int steps) const;  ///< observed_at() that step

 private:
  struct task {
    int distance;                           ///< |x|+|y| of its site nearest to the start
    std::vector<std::pair<int, int>> runs;  ///< first site, and the one behind the last
  };
  void add_task(const window& covered);
  const std::vector<Real>& after(int steps) const { return steps % 2 == 0 ? first_ : second_; }

  const problem& problem_;
  int threads_;
  plane_shape plane_;
  std::vector<Real> first_, second_;
  std::vector<unsigned char> stays_;  ///< 4 - n of Eq. (1)
  std::vector<task> tasks_;           ///< by distance
};

}  // namespace carpet
