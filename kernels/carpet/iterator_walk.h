// The CPU program that the paper compares with (Hoffmann 2010, Fig. 12): tasks over iterators, as
// its reference [17], Hoffmann, Hofmann, Ruenger, Seeger, "Task Pool Teams Implementation of the
// Master Equation Approach for Random Sierpinski Carpets", Euro-Par 2006.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/carpet/problem.h"

namespace carpet {

/// One task updates the accessible sites of one iterator (of several where they are tiny, of a part
/// where they are huge), run by run: a run is a row's accessible sites side by side, a loop without
/// branches. Step s takes the tasks that a walk of s steps can reach; the threads draw them from
/// one pool.
template <class Real>
class iterator_walk {
 public:
  iterator_walk(const problem& of, int threads);

  void reset();                   ///< Eq. (2)
  void run(int first, int last);  ///< steps first..last; step 1 follows reset()
  distribution collect(int steps) const;
  std::map<std::string, double> observe(int steps) const;  ///< observed_at() that step

 private:
  struct run_of_sites {
    int begin, length;
  };
  struct task {
    int distance;  ///< |x|+|y| of its site nearest to the start
    int first_run, last_run;
  };
  std::int64_t at(int x, int y) const {
    return (y - of_.reach.y_min + 1) * pitch_ + (x - of_.reach.x_min + 1);
  }
  void add_task(int x_first, int x_last, int y_first, int y_last);
  const std::vector<Real>& after(int steps) const { return steps % 2 == 0 ? first_ : second_; }

  const problem& of_;
  int threads_;
  std::int64_t pitch_;
  std::vector<Real> first_, second_;
  std::vector<unsigned char> stays_;  ///< 4 - n of Eq. (1)
  std::vector<run_of_sites> runs_;
  std::vector<task> tasks_;  ///< by distance
};

}  // namespace carpet
