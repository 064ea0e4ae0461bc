// A core for each thread of a parallel loop while a CPU variant is timed.
#pragma once

#include <sched.h>

namespace retime {

/// Seen on hosts of 64 cores: runs of 0.06 ms take 9 ms in some processes, as if the system had put
/// two threads of a loop on one core, where each waits actively for the other until its time is
/// over. So each of OpenMP's threads stays on a core of its own until this ends; the calling thread
/// begins on one and may move, since threads that it starts have its cores. Nothing is done where
/// there are more threads than cores, or where OMP_PROC_BIND says where they are.
class pinned_threads {
 public:
  pinned_threads();
  pinned_threads(const pinned_threads&) = delete;
  pinned_threads& operator=(const pinned_threads&) = delete;
  ~pinned_threads();

 private:
  cpu_set_t allowed_{};
  bool are_pinned_ = false;
};

}  // namespace retime
