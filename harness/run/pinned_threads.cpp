#include "harness/run/pinned_threads.h"

#include <omp.h>

#include <vector>

namespace retime {
namespace {

std::vector<int> cores_in(const cpu_set_t& set) {
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) cores.push_back(core);
  return cores;
}

void move_this_thread(const cpu_set_t& to) { sched_setaffinity(0, sizeof to, &to); }

}  // namespace

pinned_threads::pinned_threads() {
  if (sched_getaffinity(0, sizeof allowed_, &allowed_) != 0) return;
  const std::vector<int> cores = cores_in(allowed_);
  const auto threads = static_cast<std::size_t>(omp_get_max_threads());
  are_pinned_ = threads <= cores.size() && omp_get_proc_bind() == omp_proc_bind_false;
  if (!are_pinned_) return;
#pragma omp parallel
  {
    cpu_set_t own;
    CPU_ZERO(&own);
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    CPU_SET(cores[thread * cores.size() / threads], &own);
    move_this_thread(own);
  }
  move_this_thread(allowed_);
}

pinned_threads::~pinned_threads() {
  if (!are_pinned_) return;
#pragma omp parallel
  move_this_thread(allowed_);
}

}  // namespace retime
