#pragma once

#include <cuda/atomic>

namespace device::backend {

using whole = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;

template <class Piece>
__device__ __forceinline__ void write_whole(Piece* to, const Piece& from) {
  static_assert(sizeof(Piece) == sizeof(unsigned long long));
  whole(*reinterpret_cast<unsigned long long*>(to))
      .store(__builtin_bit_cast(unsigned long long, from), ::cuda::memory_order_relaxed);
}

template <class Piece>
__device__ __forceinline__ Piece read_whole(const Piece* from) {
  auto* shared = reinterpret_cast<unsigned long long*>(const_cast<Piece*>(from));
  return __builtin_bit_cast(Piece, whole(*shared).load(::cuda::memory_order_relaxed));
}

template <class AllArrived>
__device__ __forceinline__ void wait_until(AllArrived& all_arrived) {
  while (!all_arrived()) {
  }
}

}  // namespace device::backend
