// CUDA's atomics on plain memory. Blocks run on several host threads, so they are real atomics. The
// types are those that CUDA has each of them for; the address alone says which is meant.
#pragma once

#include <atomic>
#include <concepts>
#include <type_traits>

#include "kernels/device/emulation/access.h"
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
  if (interleaving) [[unlikely]]
    maybe_switch_thread();
  std::atomic_ref<T> target(*address);
  T old = target.load(std::memory_order_relaxed);
  while (!target.compare_exchange_weak(old, change(old), std::memory_order_relaxed)) {
  }
  return old;
}

}  // namespace device::emulation

template <device::emulation::atomic_number T>
T atomicAdd(T* p, std::type_identity_t<T> v) {
  if constexpr (std::integral<T>) {
    if (device::emulation::interleaving) [[unlikely]]
      device::emulation::maybe_switch_thread();
    return std::atomic_ref<T>(*p).fetch_add(v, std::memory_order_relaxed);
  } else {
    return device::emulation::update(p, [=](T old) { return old + v; });
  }
}
/// CUDA has it for numbers of 32 bits alone.
template <device::emulation::atomic_integer T>
requires(sizeof(T) == 4) T atomicSub(T* p, std::type_identity_t<T> v) {
  return atomicAdd(p, static_cast<T>(-static_cast<unsigned>(v)));
}
template <device::emulation::atomic_integer T>
T atomicMin(T* p, std::type_identity_t<T> v) {
  return device::emulation::update(p, [=](T old) { return v < old ? v : old; });
}
template <device::emulation::atomic_integer T>
T atomicMax(T* p, std::type_identity_t<T> v) {
  return device::emulation::update(p, [=](T old) { return v > old ? v : old; });
}
template <device::emulation::atomic_integer T>
T atomicAnd(T* p, std::type_identity_t<T> v) {
  return device::emulation::update(p, [=](T old) { return old & v; });
}
template <device::emulation::atomic_integer T>
T atomicOr(T* p, std::type_identity_t<T> v) {
  return device::emulation::update(p, [=](T old) { return old | v; });
}
template <device::emulation::atomic_integer T>
T atomicXor(T* p, std::type_identity_t<T> v) {
  return device::emulation::update(p, [=](T old) { return old ^ v; });
}
template <device::emulation::atomic_number T>
requires(!std::same_as<T, double>) T atomicExch(T* p, std::type_identity_t<T> v) {
  return device::emulation::update(p, [=](T) { return v; });
}
template <device::emulation::atomic_integer T>
T atomicCAS(T* p, std::type_identity_t<T> compare, std::type_identity_t<T> v) {
  return device::emulation::update(p, [=](T old) { return old == compare ? v : old; });
}

// On &tile[i] of a shared array all but an exchange need an element that was written before.
template <class T>
T atomicAdd(device::shared_pointer<T> p, std::type_identity_t<T> v) {
  return atomicAdd(p.initialised(), v);
}
template <class T>
T atomicSub(device::shared_pointer<T> p, std::type_identity_t<T> v) {
  return atomicSub(p.initialised(), v);
}
template <class T>
T atomicMin(device::shared_pointer<T> p, std::type_identity_t<T> v) {
  return atomicMin(p.initialised(), v);
}
template <class T>
T atomicMax(device::shared_pointer<T> p, std::type_identity_t<T> v) {
  return atomicMax(p.initialised(), v);
}
template <class T>
T atomicAnd(device::shared_pointer<T> p, std::type_identity_t<T> v) {
  return atomicAnd(p.initialised(), v);
}
template <class T>
T atomicOr(device::shared_pointer<T> p, std::type_identity_t<T> v) {
  return atomicOr(p.initialised(), v);
}
template <class T>
T atomicXor(device::shared_pointer<T> p, std::type_identity_t<T> v) {
  return atomicXor(p.initialised(), v);
}
template <class T>
T atomicExch(device::shared_pointer<T> p, std::type_identity_t<T> v) {
  return atomicExch(static_cast<T*>(p), v);
}
template <class T>
T atomicCAS(device::shared_pointer<T> p, std::type_identity_t<T> compare,
            std::type_identity_t<T> v) {
  return atomicCAS(p.initialised(), compare, v);
}
