// CUDA's atomics on plain memory. Blocks run on several host threads, so they are real atomics. The
// types are those that CUDA has each of them for; the address alone says which is meant.
#pragma once

#include <atomic>
#include <concepts>
#include <type_traits>
#include <utility>

#include "kernels/device/emulation/access.h"
#include "kernels/device/emulation/running_thread.h"
#include "kernels/device/emulation/shared.h"

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

// The address of an atomic: T*, or &tile[i] of a shared array, whose element must have been written
// before. An exchange takes that for a write.
template <class T>
T* target(T* address) {
  return address;
}
template <class T>
T* target(const shared_pointer<T>& address) {
  return address.initialised();
}
template <class Address>
using value_at = std::remove_pointer_t<decltype(target(std::declval<Address>()))>;
template <class Address>
concept integer_address = atomic_integer<value_at<Address>>;
template <class Address>
concept number_address = atomic_number<value_at<Address>>;

template <number_address P>
value_at<P> atomicAdd(P p, value_at<P> v) {
  using T = value_at<P>;
  T* const sum = target(p);
  if constexpr (std::integral<T>) {
    switch_point();
    return std::atomic_ref<T>(*sum).fetch_add(v, std::memory_order_relaxed);
  } else {
    return update(sum, [=](T old) { return old + v; });
  }
}
/// CUDA has it for numbers of 32 bits alone.
template <integer_address P>
requires(sizeof(value_at<P>) == 4) value_at<P> atomicSub(P p, value_at<P> v) {
  return atomicAdd(p, static_cast<value_at<P>>(-static_cast<unsigned>(v)));
}
template <integer_address P>
value_at<P> atomicMin(P p, value_at<P> v) {
  return update(target(p), [=](auto old) { return v < old ? v : old; });
}
template <integer_address P>
value_at<P> atomicMax(P p, value_at<P> v) {
  return update(target(p), [=](auto old) { return v > old ? v : old; });
}
template <integer_address P>
value_at<P> atomicAnd(P p, value_at<P> v) {
  return update(target(p), [=](auto old) { return old & v; });
}
template <integer_address P>
value_at<P> atomicOr(P p, value_at<P> v) {
  return update(target(p), [=](auto old) { return old | v; });
}
template <integer_address P>
value_at<P> atomicXor(P p, value_at<P> v) {
  return update(target(p), [=](auto old) { return old ^ v; });
}
template <number_address P>
requires(!std::same_as<value_at<P>, double>) value_at<P> atomicExch(P p, value_at<P> v) {
  switch_point();
  running.orders_blocks = true;
  return std::atomic_ref(*static_cast<value_at<P>*>(p)).exchange(v, std::memory_order_relaxed);
}
template <integer_address P>
value_at<P> atomicCAS(P p, value_at<P> compare, value_at<P> v) {
  running.orders_blocks = true;
  return update(target(p), [=](auto old) { return old == compare ? v : old; });
}

}  // namespace device::emulation

using device::emulation::atomicAdd, device::emulation::atomicSub, device::emulation::atomicMin,
    device::emulation::atomicMax, device::emulation::atomicAnd, device::emulation::atomicOr,
    device::emulation::atomicXor, device::emulation::atomicExch, device::emulation::atomicCAS;
