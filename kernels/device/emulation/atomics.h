// CUDA's atomics on plain memory. Blocks run on several host threads, so they are real atomics. The
// types are those that CUDA has each of them for; the address alone says which is meant.
#pragma once

#include <atomic>
#include <concepts>
#include <type_traits>

#include "kernels/device/emulation/access.h"
#include "kernels/device/emulation/running_thread.h"

namespace device::emulation {

template <class T>
concept atomic_integer =
    std::same_as<T, int> || std::same_as<T, unsigned> || std::same_as<T, unsigned long long>;
template <class T>
concept atomic_number = atomic_integer<T> || std::same_as<T, float> || std::same_as<T, double>;

/// Replaces *address by change(*address) in one step and returns the old value.
template <class T, class Change>
T update(T* address, Change change) {
  switch_point();
  std::atomic_ref<T> target(*address);
  T old = target.load(std::memory_order_relaxed);
  while (!target.compare_exchange_weak(old, change(old), std::memory_order_relaxed)) {
  }
  return old;
}

/// As the second argument of an atomic, whose type follows from the address.
template <class T>
using same = std::type_identity_t<T>;

template <atomic_number T>
T atomicAdd(T* sum, same<T> v) {
  if constexpr (std::integral<T>) {
    switch_point();
    return std::atomic_ref<T>(*sum).fetch_add(v, std::memory_order_relaxed);
  } else {
    return update(sum, [=](T old) { return old + v; });
  }
}
/// CUDA has it for numbers of 32 bits alone.
template <atomic_integer T>
requires(sizeof(T) == 4) T atomicSub(T* p, same<T> v) {
  return atomicAdd(p, static_cast<T>(-static_cast<unsigned>(v)));
}
template <atomic_integer T>
T atomicMin(T* p, same<T> v) {
  return update(p, [=](T old) { return v < old ? v : old; });
}
template <atomic_integer T>
T atomicMax(T* p, same<T> v) {
  return update(p, [=](T old) { return v > old ? v : old; });
}
template <atomic_integer T>
T atomicAnd(T* p, same<T> v) {
  return update(p, [=](T old) { return old & v; });
}
template <atomic_integer T>
T atomicOr(T* p, same<T> v) {
  return update(p, [=](T old) { return old | v; });
}
template <atomic_integer T>
T atomicXor(T* p, same<T> v) {
  return update(p, [=](T old) { return old ^ v; });
}
template <atomic_number T>
requires(!std::same_as<T, double>) T atomicExch(T* p, same<T> v) {
  switch_point();
  running.orders_blocks = true;
  return std::atomic_ref(*p).exchange(v, std::memory_order_relaxed);
}
template <atomic_integer T>
T atomicCAS(T* p, same<T> compare, same<T> v) {
  running.orders_blocks = true;
  return update(p, [=](T old) { return old == compare ? v : old; });
}

}  // namespace device::emulation

using device::emulation::atomicAdd, device::emulation::atomicSub, device::emulation::atomicMin,
    device::emulation::atomicMax, device::emulation::atomicAnd, device::emulation::atomicOr,
    device::emulation::atomicXor, device::emulation::atomicExch, device::emulation::atomicCAS;
