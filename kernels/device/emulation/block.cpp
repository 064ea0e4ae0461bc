#include "kernels/device/emulation/block.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <sstream>

#include "kernels/device/emulation/access.h"
#include "kernels/device/emulation/access_counter.h"
#include "kernels/device/emulation/access_stamp.h"
#include "kernels/device/emulation/fault.h"
#include "kernels/device/emulation/running_thread.h"
#include "kernels/device/emulation/scheduled.h"
#include "kernels/device/emulation/shared.h"
#include "kernels/device/emulation/suspicion.h"
#include "kernels/device/emulation/types.h"
#include "kernels/device/errors.h"

namespace device::emulation {
namespace {

/// Unwinds a parked thread after another one has failed.
struct abandoned {};

std::string hexadecimal(std::uint32_t bits) {
  std::ostringstream out;
  out << "0x" << std::hex << bits;
  return out.str();
}

}  // namespace

block_runner& block_runner::here() {
  static thread_local block_runner runner;
  return runner;
}

block_runner::~block_runner() {
  closing_ = true;
  for (fiber* each : idle_) main_.switch_to(*each);
}

void block_runner::prepare(const grid_call& call) {
  const dim3 shape = call.block;
  const unsigned count = shape.x * shape.y * shape.z;
  const uint3 before = scheduled::block_shape;
  if (before.x != shape.x || before.y != shape.y || count != count_) {
    indices_.clear();
    for (unsigned z = 0; z < shape.z; ++z)
      for (unsigned y = 0; y < shape.y; ++y)
        for (unsigned x = 0; x < shape.x; ++x) indices_.push_back({x, y, z});
    threads_.resize(count);
    warps_.resize((count + 31) / 32);
  }
  count_ = count;
  scheduled::block_shape = shape;
  scheduled::grid_shape = call.grid;
}

uint3 block_index(std::size_t number, const dim3& grid) {
  const std::size_t row = number / grid.x;
  return {static_cast<unsigned>(number % grid.x), static_cast<unsigned>(row % grid.y),
          static_cast<unsigned>(row / grid.y)};
}

void block_runner::run(const grid_call& call, std::uint64_t first, std::size_t number,
                       const std::optional<order>& shuffled) {
  prepare(call);
  current_call = &call;
  scheduled::block_index = block_index(number, call.grid);
  ++block_epoch;
  begin_shared(call.shared_bytes);
  next_ = live_ = at_barrier_ = predicates_ = 0;
  ready_.clear();
  ready_front_ = 0;
  for (warp& each : warps_) each = {};
  if (count_ % 32 != 0) warps_.back().gone = ~0U << count_ % 32;
  shuffled_ = shuffled.has_value();
  interleave_ = shuffled_ ? shuffled->interleave : 0;
  if (shuffled_) draw_order(*shuffled);
  scheduled::watched = (interleave_ != 0 ? for_switches : 0) | (counting() ? for_counting : 0);
  begin_checks(first, number);
  running_ = &idle_fiber();
  main_.switch_to(*running_);
  running_ = &main_;
  current_call = nullptr;
  scheduled::watched = 0;
  running.mode = 0;
  if (counting()) add_counted();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void block_runner::begin_checks(std::uint64_t first, std::size_t number) {
  running.mode = running_thread::in_kernel | (interleave_ != 0 ? running_thread::may_switch : 0);
  serial_ = first + number;
  running.oldest = access_stamp::first_of(first);
  running.orders_blocks = current_call->resident;
  const heap_part mine = part_of(current_call->device);
  running.memory_begin = heap.begin + mine.begin;
  running.memory_bytes = mine.bytes;
  running.barrier = running.block_begin = ++clock_;
  for (thread& each : threads_) each.seen = clock_;
}

/// Tells what changes with the running thread, and no more.
void block_runner::make_current(unsigned thread_index) {
  current_ = thread_index;
  scheduled::thread_index = indices_[thread_index];
  running.index = thread_index;
  running.seen = threads_[thread_index].seen;
  running.stamp = access_stamp{.block = serial_,
                               .clock = running.seen - running.block_begin,
                               .thread = thread_index,
                               .has_read = false}
                      .packed();
}

void block_runner::draw_order(const order& shuffled) {
  const uint3 b = scheduled::block_index;
  random_ = retime::random_stream(shuffled.seed ^ (b.x + 65537ULL * b.y + 4294967311ULL * b.z));
  order_.resize(count_);
  std::iota(order_.begin(), order_.end(), 0U);
  random_.shuffle(order_);
}

fiber& block_runner::idle_fiber() {
  if (idle_.empty()) {
    fibers_.push_back(std::make_unique<fiber>(fibers_.size(), [this] { fiber_loop(); }));
    idle_.push_back(fibers_.back().get());
  }
  fiber* taken = idle_.back();
  idle_.pop_back();
  return *taken;
}

/// An idle fiber is resumed to start a thread. It goes on with more for as long as none of them has
/// to wait; a thread that does parks the whole fiber, in park().
void block_runner::fiber_loop() {
  fiber& self = *running_;
  while (!closing_) {
    do start(next_++);
    while (next_ < count_ && ready_front_ == ready_.size());
    idle_.push_back(&self);
    fiber& next = choose_next();
    if (&next == &self) continue;
    running_ = &next;
    self.switch_to(next);
  }
}

void block_runner::start(unsigned position) {
  make_current(shuffled_ ? order_[position] : position);
  ++live_;
  try {
    current_call->run_thread(current_call->arguments);
    settle_suspicion();
  } catch (const abandoned&) {
  } catch (...) {
    abort(std::current_exception());
  }
  leave_thread();
}

void block_runner::leave_thread() {
  --live_;
  warp& mine = warps_[current_ / 32];
  mine.gone |= 1U << current_ % 32;
  // Those who wait for this lane wait no longer.
  for (std::uint32_t lanes = mine.waiting; lanes != 0 && !failure_; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    if ((mine.waiting >> lane & 1U) != 0)
      complete_warp(current_ / 32, threads_[current_ / 32 * 32 + lane].request.mask);
  }
}

void block_runner::park(wait reason, source_place where) {
  const unsigned me = current_;
  thread& mine = threads_[me];
  mine.stack = running_;
  mine.waits = reason;
  mine.where = where;
  switch_to(choose_next());
}

void block_runner::switch_to(fiber& next) {
  fiber& self = *running_;
  if (&next != &self) {
    running_ = &next;
    self.switch_to(next);
  }
  if (failure_) throw abandoned{};
}

/// The fiber that is to run now. Threads that can go on come before new ones: fewer stacks are in
/// use then.
fiber& block_runner::choose_next() {
  if (ready_front_ == ready_.size() && next_ == count_ && live_ != 0) {
    if (at_barrier_ == count_)
      release_block();
    else
      report_divergence();
  }
  const bool any_ready = ready_front_ != ready_.size();
  const bool start_new = next_ < count_ && (!any_ready || (shuffled_ && random_.below(2) == 0));
  if (start_new) return idle_fiber();
  if (any_ready) return go_on(take_ready());
  return main_;
}

unsigned block_runner::take_ready() {
  if (shuffled_)
    std::swap(ready_[ready_front_],
              ready_[ready_front_ + random_.below(ready_.size() - ready_front_)]);
  const unsigned taken = ready_[ready_front_++];
  if (ready_front_ == ready_.size()) {
    ready_.clear();
    ready_front_ = 0;
  }
  return taken;
}

fiber& block_runner::go_on(unsigned thread_index) {
  make_current(thread_index);
  return *threads_[thread_index].stack;
}

int block_runner::sync_threads(bool predicate, source_place where) {
  settle_suspicion();
  if (at_barrier_ == 0)
    barrier_ = where;
  else if (!(barrier_ == where))
    raise("waits at the barrier at " + text(where) + " while other threads of the block wait at " +
          text(barrier_));
  ++at_barrier_;
  predicates_ += predicate;
  park(wait::block, where);
  return static_cast<int>(barrier_result_);
}

void block_runner::release_block() {
  barrier_result_ = std::exchange(predicates_, 0);
  at_barrier_ = 0;
  running.barrier = ++clock_;
  for (unsigned i = 0; i < count_; ++i) {
    threads_[i].seen = clock_;
    make_ready(i);
  }
}

void block_runner::make_ready(unsigned thread_index) {
  threads_[thread_index].waits = wait::nothing;
  ready_.push_back(thread_index);
}

std::uint64_t block_runner::sync_warp(const warp_request& request, source_place where) {
  settle_suspicion();
  const unsigned lane = current_ % 32;
  if ((request.mask >> lane & 1U) == 0)
    raise("calls a warp intrinsic at " + text(where) + " whose mask leaves out its own lane " +
          std::to_string(lane));
  thread& mine = threads_[current_];
  mine.request = request;
  warps_[current_ / 32].waiting |= 1U << lane;
  if (complete_warp(current_ / 32, request.mask))
    make_current(current_);
  else
    park(wait::warp, where);
  return mine.received;
}

/// If all lanes of the mask that have not ended ask for the same, answers them and makes all but
/// the running thread ready. The answers are made at once, because a lane that goes on may ask anew
/// before another has read its own.
bool block_runner::complete_warp(unsigned warp_index, std::uint32_t mask) {
  warp& group = warps_[warp_index];
  const std::uint32_t lanes = mask & ~group.gone;
  if ((lanes & ~group.waiting) != 0) return false;
  thread* const first = &threads_[std::size_t{warp_index} * 32];
  const warp_kind kind = first[std::countr_zero(lanes)].request.kind;
  std::uint64_t ballot = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const warp_request& request = first[lane].request;
    if (request.mask != mask || request.kind != kind) return false;
    if (kind == warp_kind::ballot) ballot |= request.value << lane;
  }
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    thread& each = first[std::countr_zero(rest)];
    const int source = each.request.source;
    const bool defined = (lanes >> source & 1U) != 0;
    // CUDA leaves the value of an absent lane open.
    each.received = kind != warp_kind::shuffle ? ballot
                    : defined                  ? first[source].request.value
                                               : ~0ULL;
  }
  if (kind == warp_kind::sync) ++clock_;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned index = warp_index * 32 + static_cast<unsigned>(std::countr_zero(rest));
    if (kind == warp_kind::sync) threads_[index].seen = clock_;
    if (index != current_) make_ready(index);
  }
  group.waiting &= ~lanes;
  return true;
}

void block_runner::maybe_switch_thread() {
  if (running_ == &main_ || random_.below(interleave_) != 0) return;
  settle_suspicion();
  make_ready(current_);
  park(wait::nothing, source_place());
}

void block_runner::yield() {
  if (next_ == count_ && ready_front_ == ready_.size()) return;
  settle_suspicion();
  threads_[current_].stack = running_;
  make_ready(current_);
  switch_to(next_ < count_ ? idle_fiber() : choose_next());
}

/// Nothing can go on, yet not all threads have ended.
void block_runner::report_divergence() {
  const auto waits_at_barrier = [](const thread& each) { return each.waits == wait::block; };
  const auto waits = [](const thread& each) { return each.waits != wait::nothing; };
  auto stuck = std::find_if(threads_.begin(), threads_.end(), waits_at_barrier);
  if (stuck == threads_.end()) stuck = std::find_if(threads_.begin(), threads_.end(), waits);
  const auto other = std::find_if(threads_.begin(), threads_.end(), [&](const thread& each) {
    return each.waits != stuck->waits || (each.waits == wait::warp && &each != &*stuck);
  });
  const auto index_of = [&](auto position) {
    return static_cast<unsigned>(position - threads_.begin());
  };
  scheduled::thread_index = indices_[index_of(stuck)];
  std::string mistake = state_of(index_of(stuck)) + ", which not all threads reach";
  if (other != threads_.end())
    mistake += ": thread " + text(indices_[index_of(other)]) + " " + state_of(index_of(other));
  abort(std::make_exception_ptr(fault(place() + mistake)));
}

std::string block_runner::state_of(unsigned thread_index) const {
  const thread& which = threads_[thread_index];
  switch (which.waits) {
    case wait::block:
      return "waits at the barrier at " + text(which.where);
    case wait::warp:
      return "waits at the warp intrinsic at " + text(which.where) + " with mask " +
             hexadecimal(which.request.mask);
    case wait::nothing:
      break;
  }
  return "has ended";
}

/// Keeps the first failure; every parked thread wakes to unwind, none is started any more.
void block_runner::abort(std::exception_ptr failure) {
  if (failure_) return;
  failure_ = std::move(failure);
  next_ = count_;
  for (unsigned i = 0; i < count_; ++i)
    if (threads_[i].waits != wait::nothing) make_ready(i);
}

}  // namespace device::emulation
