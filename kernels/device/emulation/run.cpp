// Spreads the blocks of a launch over the host's cores.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <numeric>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "kernels/device/emulation/block.h"
#include "kernels/device/emulation/call.h"
#include "kernels/device/emulation/shuffle.h"
#include "kernels/device/emulation/turns.h"
#include "kernels/support/random.h"

namespace device::emulation {
namespace {

/// Threads of a launch below which waking another core costs more than it saves.
constexpr std::size_t small_launch_threads = 4096;
/// Threads that a core takes at a time.
constexpr std::size_t chunk_threads = 4096;

std::optional<order> chosen_order;

/// Asked once: the answer takes microseconds, as long as a small launch.
std::size_t cores() {
  static const std::size_t count = std::max(1U, std::thread::hardware_concurrency());
  return count;
}

/// Counts the blocks of all launches.
std::atomic<std::uint64_t> blocks_so_far = 1;

class job {
 public:
  explicit job(const grid_call& call)
      : call_(call),
        blocks_(std::size_t{call.grid.x} * call.grid.y * call.grid.z),
        threads_(blocks_ * call.block.x * call.block.y * call.block.z),
        first_(blocks_so_far.fetch_add(blocks_)) {
    const std::size_t per_core = blocks_ / (4 * cores());
    chunk_ = std::clamp<std::size_t>(chunk_threads * blocks_ / threads_, 1,
                                     std::max<std::size_t>(1, per_core));
  }

  bool small() const { return blocks_ == 1 || threads_ <= small_launch_threads; }

  /// Takes blocks until none is left; any number of host threads may do so at a time.
  void work() {
    try {
      for (std::size_t first; (first = next_.fetch_add(chunk_)) < blocks_;)
        for (std::size_t i = first; i < std::min(blocks_, first + chunk_); ++i)
          block_runner::here().run(call_, first_, i, std::nullopt);
    } catch (...) {
      next_ = blocks_;
      const std::lock_guard lock(failure_lock_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  /// All on this host thread, in an order that the seed alone decides.
  void work_shuffled(const order& shuffled) {
    std::vector<std::size_t> blocks(blocks_);
    std::iota(blocks.begin(), blocks.end(), std::size_t{0});
    retime::random_stream(shuffled.seed).shuffle(blocks);
    for (const std::size_t each : blocks) block_runner::here().run(call_, first_, each, shuffled);
  }

  /// All at once.
  void work_resident(const std::optional<order>& shuffled) {
    turns::run(blocks_, shuffled,
               [&](std::size_t i) { block_runner::here().run(call_, first_, i, shuffled); });
  }

  void throw_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  const grid_call& call_;
  std::size_t blocks_, threads_, chunk_;
  std::uint64_t first_;  ///< of its blocks, by the count of all
  std::atomic<std::size_t> next_ = 0;
  std::mutex failure_lock_;
  std::exception_ptr failure_;
};

/// The other cores. They sleep between launches, and a launch need not wait for one that wakes
/// late, as it would at the end of an OpenMP region.
class pool {
 public:
  static pool& instance() {
    static pool only;
    return only;
  }

  void run(job& launched) {
    const std::lock_guard one_launch_at_a_time(launch_lock_);
    {
      const std::lock_guard lock(lock_);
      job_ = &launched;
      ++launches_;
    }
    wake_.notify_all();
    launched.work();
    std::unique_lock lock(lock_);
    job_ = nullptr;
    idle_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  pool() {
    for (std::size_t i = 1; i < cores(); ++i)
      threads_.emplace_back([this](const std::stop_token& stop) { serve(stop); });
  }

  void serve(const std::stop_token& stop) {
    std::unique_lock lock(lock_);
    std::size_t last = 0;
    while (wake_.wait(lock, stop, [&] { return job_ != nullptr && launches_ != last; })) {
      job* const mine = job_;
      last = launches_;
      ++busy_;
      lock.unlock();
      mine->work();
      lock.lock();
      if (--busy_ == 0) idle_.notify_all();
    }
  }

  std::mutex launch_lock_, lock_;
  std::condition_variable_any wake_;
  std::condition_variable idle_;
  job* job_ = nullptr;
  std::size_t launches_ = 0;  ///< tells a new job from a done one at the same address
  unsigned busy_ = 0;
  std::vector<std::jthread> threads_;  // last: they end before what they use
};

}  // namespace

void shuffle(std::uint64_t seed, unsigned interleave) { chosen_order = order{seed, interleave}; }
void unshuffle() { chosen_order.reset(); }

void run(const grid_call& call) {
  job launched(call);
  if (call.resident)
    launched.work_resident(chosen_order);
  else if (chosen_order)
    launched.work_shuffled(*chosen_order);
  else if (launched.small())
    launched.work();
  else
    pool::instance().run(launched);
  launched.throw_failure();
}

}  // namespace device::emulation
