// 32 bits, of which the compiler is not told where they come from.
#pragma once

#include <cstddef>

#include "kernels/device/span.h"

namespace device::backend {

template <class T>
class shared_place {
 public:
  shared_place() = default;
  __device__ __forceinline__ shared_place(span<T> memory, unsigned byte)
      : address_(static_cast<unsigned>(__cvta_generic_to_shared(&memory.at_byte(byte)))) {
    asm volatile("" : "+r"(address_));
  }
  __device__ __forceinline__ T& operator[](unsigned distance) const {
    const std::size_t address = std::size_t{address_} + distance * sizeof(T);
    return *static_cast<T*>(__cvta_shared_to_generic(address));
  }

 private:
  unsigned address_;
};

}  // namespace device::backend
