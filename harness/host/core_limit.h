// How many cores parallel loops take.
#pragma once

#include <omp.h>

namespace retime {

/// Of the calling thread's loops, until it ends; 0: as many as before.
class core_limit {
 public:
  explicit core_limit(int cores) : before_(omp_get_max_threads()) {
    if (cores > 0) omp_set_num_threads(cores);
  }
  core_limit(const core_limit&) = delete;
  core_limit& operator=(const core_limit&) = delete;
  ~core_limit() { omp_set_num_threads(before_); }

 private:
  int before_;
};

}  // namespace retime
