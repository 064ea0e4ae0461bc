// Steps of tasks on several cores: every step's tasks are drawn from one pool, and a step begins
// when the one before has ended.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstdint>
#include <thread>
#include <vector>

#if defined(__SSE2__)
#include <pmmintrin.h>
#include <xmmintrin.h>
#endif

namespace carpet {

/// At the walk's edge p fades to 0 through numbers too small for full precision (below 1e-38, in
/// double 1e-308), and a processor may take a hundred times as long over one of those. They matter
/// to no result: while this object lives they count as 0.
struct flush_denormals {
#if defined(__SSE2__)
  flush_denormals() {
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
  }
  ~flush_denormals() { _mm_setcsr(before); }
  flush_denormals(const flush_denormals&) = delete;
  flush_denormals& operator=(const flush_denormals&) = delete;

  const unsigned before = _mm_getcsr();
#endif
};

/// Calls task(s, k) for s = first..last and k = 0..tasks(s)-1, on `threads` threads, the caller's
/// among them; denormal numbers count as 0. Waiting threads sleep: where others need the cores too,
/// a barrier that spins would cost a time slice a step.
template <class Tasks, class Task>
void run_steps(int threads, int first, int last, Tasks tasks, Task task) {
  if (threads == 1) {
    [[maybe_unused]] const flush_denormals guard{};
    for (int s = first; s <= last; ++s) {
      const std::int64_t count = tasks(s);
      for (std::int64_t k = 0; k < count; ++k) task(s, k);
    }
    return;
  }
  std::atomic<std::int64_t> next = 0;
  const auto begin_step = [&next]() noexcept { next = 0; };
  std::barrier all_done(threads, begin_step);
  const auto work = [&] {
    [[maybe_unused]] const flush_denormals guard{};
    for (int s = first; s <= last; ++s) {
      const std::int64_t count = tasks(s);
      for (std::int64_t k; (k = next.fetch_add(1)) < count;) task(s, k);
      all_done.arrive_and_wait();
    }
  };
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(work);
  work();
}

/// As many of `available` threads as have enough to do: a step must give each some 30 us of site
/// updates.
inline int threads_worth_waking(int available, std::int64_t sites_per_step) {
  constexpr std::int64_t enough_sites = 32768;
  return static_cast<int>(std::min<std::int64_t>(available, 1 + sites_per_step / enough_sites));
}

}  // namespace carpet
