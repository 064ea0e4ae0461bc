// What this process takes of its host: cores, and the memory that it has freed. Fresh memory costs
// a page fault for each of its pages: of gigabytes of inputs and answers, as much time as computing
// with them.
#pragma once

#include <omp.h>

namespace retime {

/// Limits the parallel loops of the calling thread as long as it lives; 0: as many as before.
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

/// From here on this process's allocator keeps what is freed, of whatever size, for what is
/// allocated next.
void keep_freed_memory();
/// What it has kept goes back to the system.
void give_back_freed_memory();

/// While it lives the allocator of such a process does as a program's own would after its first
/// large blocks: those of more than 32 MiB come fresh from the system, and go back to it. For what
/// a CPU variant allocates while it is timed.
class usual_allocation {
 public:
  usual_allocation();
  usual_allocation(const usual_allocation&) = delete;
  usual_allocation& operator=(const usual_allocation&) = delete;
  ~usual_allocation();
};

}  // namespace retime
