// Runs one block after another on one host thread: its threads in turn, each to its end or to where
// it must wait.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/device/emulation/call.h"
#include "kernels/device/emulation/fiber.h"
#include "kernels/device/emulation/shuffle.h"
#include "kernels/device/emulation/source_place.h"
#include "kernels/device/emulation/warp.h"
#include "kernels/support/random.h"

namespace device::emulation {

class block_runner {
 public:
  static block_runner& here();  ///< of this host thread
  ~block_runner();

  /// Runs a block to its end; `first` is the first block of the launch by the count of all blocks,
  /// `number` says which one of the launch this is. Throws the first fault of its threads, after
  /// all of them have been unwound.
  void run(const grid_call& call, std::uint64_t first, std::size_t number,
           const std::optional<order>& shuffled);

  // From here on: called from inside a kernel.
  int sync_threads(bool predicate, source_place where);
  std::uint64_t sync_warp(const warp_request& request, source_place where);
  void maybe_switch_thread();
  void yield();  ///< to other threads of the block, if any can go on; new ones first
  unsigned threads() const { return count_; }

 private:
  enum class wait { nothing, block, warp };
  struct thread {
    fiber* stack = nullptr;  ///< where it is parked
    wait waits = wait::nothing;
    warp_request request{};
    std::uint64_t received = 0;
    std::uint64_t seen = 0;  ///< of the running_thread
    source_place where{};
  };
  struct warp {
    std::uint32_t waiting = 0, gone = 0;  ///< lanes at a collective; lanes that ended or never were
  };

  void prepare(const grid_call& call);
  void begin_checks(std::uint64_t first, std::size_t number);
  void make_current(unsigned thread_index);
  void draw_order(const order& shuffled);
  void fiber_loop();
  void start(unsigned position);
  void leave_thread();
  void park(wait reason, source_place where);
  void switch_to(fiber& next);
  fiber& choose_next();
  fiber& go_on(unsigned thread_index);
  fiber& idle_fiber();
  unsigned take_ready();
  void release_block();
  void make_ready(unsigned thread_index);
  bool complete_warp(unsigned warp_index, std::uint32_t mask);
  void report_divergence();
  std::string state_of(unsigned thread_index) const;
  void abort(std::exception_ptr failure);

  fiber main_;
  fiber* running_ = &main_;
  std::vector<std::unique_ptr<fiber>> fibers_;
  std::vector<fiber*> idle_;
  bool closing_ = false;

  unsigned count_ = 0;           ///< threads of the block
  unsigned next_ = 0;            ///< how many of them have started
  unsigned live_ = 0;            ///< started and not ended
  unsigned current_ = 0;         ///< linear index of the running one
  std::vector<uint3> indices_;   ///< threadIdx by linear index
  std::vector<unsigned> order_;  ///< in which threads start, if shuffled
  std::vector<thread> threads_;
  std::vector<warp> warps_;
  std::vector<unsigned> ready_;  ///< may go on; taken from the front, or anywhere if shuffled
  std::size_t ready_front_ = 0;
  unsigned at_barrier_ = 0, predicates_ = 0, barrier_result_ = 0;
  source_place barrier_{};
  std::exception_ptr failure_;
  bool shuffled_ = false;
  unsigned interleave_ = 0;
  std::uint64_t clock_ = 0;   ///< as in running_thread.h; it never goes back
  std::uint64_t serial_ = 0;  ///< of the block, over all launches
  retime::random_stream random_{0};
};

}  // namespace device::emulation
