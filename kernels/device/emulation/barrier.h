// Barriers and memory fences of a block.
#pragma once

#include <atomic>
#include <source_location>

namespace device::emulation {
/// Waits for all threads of the block; returns for how many of them the predicate holds.
int sync_threads(bool predicate, std::source_location where);
}  // namespace device::emulation

inline void __syncthreads(std::source_location where = std::source_location::current()) {
  device::emulation::sync_threads(false, where);
}
inline int __syncthreads_count(int predicate,
                               std::source_location where = std::source_location::current()) {
  return device::emulation::sync_threads(predicate != 0, where);
}
inline int __syncthreads_or(int predicate,
                            std::source_location where = std::source_location::current()) {
  return device::emulation::sync_threads(predicate != 0, where) != 0;
}
inline int __syncthreads_and(int predicate,
                             std::source_location where = std::source_location::current()) {
  return device::emulation::sync_threads(predicate == 0, where) == 0;
}

inline void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }
inline void __threadfence_block() { std::atomic_signal_fence(std::memory_order_seq_cst); }
