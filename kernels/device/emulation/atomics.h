// CUDA's atomics on plain memory. Blocks run on several host threads, so they are real atomics.
// The overloads are CUDA's own list rather than templates, so that arguments convert as they do
// there.
#pragma once

#include <atomic>
#include <concepts>

#include "kernels/device/emulation/access.h"

namespace device::emulation {

/// Replaces *address by change(*address) in one step and returns the old value.
template <class T, class Change>
T update(T* address, Change change) {
  if (interleaving) [[unlikely]]
    maybe_switch_thread();
  std::atomic_ref<T> target(*address);
  T old = target.load(std::memory_order_relaxed);
  while (!target.compare_exchange_weak(old, change(old), std::memory_order_relaxed)) {
  }
  return old;
}

template <class T>
T fetch_add(T* address, T value) {
  if constexpr (std::integral<T>) {
    if (interleaving) [[unlikely]]
      maybe_switch_thread();
    return std::atomic_ref<T>(*address).fetch_add(value, std::memory_order_relaxed);
  } else {
    return update(address, [=](T old) { return old + value; });
  }
}

template <class T>
T exchange(T* address, T value) {
  return update(address, [=](T) { return value; });
}

template <class T>
T compare_exchange(T* address, T compare, T value) {
  return update(address, [=](T old) { return old == compare ? value : old; });
}

template <class T>
T fetch_min(T* address, T value) {
  return update(address, [=](T old) { return value < old ? value : old; });
}

template <class T>
T fetch_max(T* address, T value) {
  return update(address, [=](T old) { return value > old ? value : old; });
}

}  // namespace device::emulation

inline int atomicAdd(int* p, int v) { return device::emulation::fetch_add(p, v); }
inline unsigned atomicAdd(unsigned* p, unsigned v) { return device::emulation::fetch_add(p, v); }
inline unsigned long long atomicAdd(unsigned long long* p, unsigned long long v) {
  return device::emulation::fetch_add(p, v);
}
inline float atomicAdd(float* p, float v) { return device::emulation::fetch_add(p, v); }
inline double atomicAdd(double* p, double v) { return device::emulation::fetch_add(p, v); }

inline int atomicSub(int* p, int v) {
  return device::emulation::update(p, [=](int old) {
    return static_cast<int>(static_cast<unsigned>(old) - static_cast<unsigned>(v));
  });
}
inline unsigned atomicSub(unsigned* p, unsigned v) {
  return device::emulation::update(p, [=](unsigned old) { return old - v; });
}

inline int atomicExch(int* p, int v) { return device::emulation::exchange(p, v); }
inline unsigned atomicExch(unsigned* p, unsigned v) { return device::emulation::exchange(p, v); }
inline unsigned long long atomicExch(unsigned long long* p, unsigned long long v) {
  return device::emulation::exchange(p, v);
}
inline float atomicExch(float* p, float v) { return device::emulation::exchange(p, v); }

inline int atomicCAS(int* p, int compare, int v) {
  return device::emulation::compare_exchange(p, compare, v);
}
inline unsigned atomicCAS(unsigned* p, unsigned compare, unsigned v) {
  return device::emulation::compare_exchange(p, compare, v);
}
inline unsigned long long atomicCAS(unsigned long long* p, unsigned long long compare,
                                    unsigned long long v) {
  return device::emulation::compare_exchange(p, compare, v);
}

inline int atomicMin(int* p, int v) { return device::emulation::fetch_min(p, v); }
inline unsigned atomicMin(unsigned* p, unsigned v) { return device::emulation::fetch_min(p, v); }
inline long long atomicMin(long long* p, long long v) { return device::emulation::fetch_min(p, v); }
inline unsigned long long atomicMin(unsigned long long* p, unsigned long long v) {
  return device::emulation::fetch_min(p, v);
}

inline int atomicMax(int* p, int v) { return device::emulation::fetch_max(p, v); }
inline unsigned atomicMax(unsigned* p, unsigned v) { return device::emulation::fetch_max(p, v); }
inline long long atomicMax(long long* p, long long v) { return device::emulation::fetch_max(p, v); }
inline unsigned long long atomicMax(unsigned long long* p, unsigned long long v) {
  return device::emulation::fetch_max(p, v);
}

inline int atomicAnd(int* p, int v) {
  return device::emulation::update(p, [=](int old) { return old & v; });
}
inline unsigned atomicAnd(unsigned* p, unsigned v) {
  return device::emulation::update(p, [=](unsigned old) { return old & v; });
}
inline unsigned long long atomicAnd(unsigned long long* p, unsigned long long v) {
  return device::emulation::update(p, [=](unsigned long long old) { return old & v; });
}

inline int atomicOr(int* p, int v) {
  return device::emulation::update(p, [=](int old) { return old | v; });
}
inline unsigned atomicOr(unsigned* p, unsigned v) {
  return device::emulation::update(p, [=](unsigned old) { return old | v; });
}
inline unsigned long long atomicOr(unsigned long long* p, unsigned long long v) {
  return device::emulation::update(p, [=](unsigned long long old) { return old | v; });
}

inline int atomicXor(int* p, int v) {
  return device::emulation::update(p, [=](int old) { return old ^ v; });
}
inline unsigned atomicXor(unsigned* p, unsigned v) {
  return device::emulation::update(p, [=](unsigned old) { return old ^ v; });
}
inline unsigned long long atomicXor(unsigned long long* p, unsigned long long v) {
  return device::emulation::update(p, [=](unsigned long long old) { return old ^ v; });
}
