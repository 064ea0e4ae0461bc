// Atomics on &tile[i] of a shared array: all but an exchange need an element that was written
// before.
#pragma once

#include <type_traits>

#include "kernels/device/emulation/atomics.h"
#include "kernels/device/emulation/shared.h"

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
