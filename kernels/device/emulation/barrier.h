// Barriers and memory fences of a block.
#pragma once

#include <atomic>

#include "kernels/device/emulation/running_thread.h"
#include "kernels/device/emulation/source_place.h"

namespace device::emulation {
/// Waits for all threads of the block; returns for how many of them the predicate holds.
int sync_threads(bool predicate, source_place where);
}  // namespace device::emulation

inline void __syncthreads(device::emulation::source_place where = {}) {
  device::emulation::sync_threads(false, where);
}
inline int __syncthreads_count(int predicate, device::emulation::source_place where = {}) {
  return device::emulation::sync_threads(predicate != 0, where);
}
inline int __syncthreads_or(int predicate, device::emulation::source_place where = {}) {
  return device::emulation::sync_threads(predicate != 0, where) != 0;
}
inline int __syncthreads_and(int predicate, device::emulation::source_place where = {}) {
  return device::emulation::sync_threads(predicate == 0, where) == 0;
}

inline void __threadfence() {
  device::emulation::running.orders_blocks = true;
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
inline void __threadfence_block() { std::atomic_signal_fence(std::memory_order_seq_cst); }
