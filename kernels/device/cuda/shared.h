// Block-shared memory: no more than an array.
#pragma once

#include <cstddef>

namespace device::backend {

template <class T, std::size_t... Extents>
struct shared_array {
  static constexpr std::size_t rank = sizeof...(Extents);
  static constexpr unsigned count = static_cast<unsigned>((Extents * ...));
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

template <class T>
__device__ T* dynamic_shared(std::size_t, std::size_t byte_offset) {
  extern __shared__ __align__(128) unsigned char device_dynamic_shared_bytes[];
  return reinterpret_cast<T*>(device_dynamic_shared_bytes + byte_offset);
}

}  // namespace device::backend
