// Block-shared memory: no more than an array, with the indexing that the emulation checks.
#pragma once

#include <cstddef>

#include "kernels/device/span.h"

namespace device {

/// A static shared array of one, two or three dimensions, row-major. Declare it `__shared__`, in a
/// kernel.
template <class T, std::size_t... Extents>
struct shared_array {
  static constexpr std::size_t rank = sizeof...(Extents);
  static constexpr unsigned count = static_cast<unsigned>((Extents * ...));
  static_assert(rank >= 1 && rank <= 3);
  static_assert(count * sizeof(T) <= 48 << 10, "a block has 48 KiB of static shared memory");
  using value_type = T;

  static __host__ __device__ constexpr std::size_t size() { return count; }
  __device__ T* data() { return elements; }

  // 32-bit indices: shared memory's addresses are.
  __device__ T& operator[](unsigned i) requires(rank == 1) { return elements[i]; }
  __device__ T& operator()(unsigned i) requires(rank == 1) { return elements[i]; }
  __device__ T& operator()(unsigned i, unsigned j) requires(rank == 2) {
    return elements[i * extent(1) + j];
  }
  __device__ T& operator()(unsigned i, unsigned j, unsigned k) requires(rank == 3) {
    return elements[(i * extent(1) + j) * extent(2) + k];
  }

  T elements[count];

 private:
  static __device__ constexpr unsigned extent(unsigned dimension) {
    constexpr std::size_t extents[]{Extents...};
    return static_cast<unsigned>(extents[dimension]);
  }
};

/// `count` elements of the launch's dynamic shared memory, from `byte_offset` on.
template <class T>
__device__ span<T> dynamic_shared(std::size_t count, std::size_t byte_offset = 0) {
  extern __shared__ __align__(128) unsigned char device_dynamic_shared_bytes[];
  return {reinterpret_cast<T*>(device_dynamic_shared_bytes + byte_offset), count};
}

}  // namespace device
