// Blocks that hand each other values within a launch. That ends only if all of them run at once,
// which launch_shape::resident asks for.
#pragma once

#include <array>
#include <bit>

#include "kernels/device/language.h"

#if defined(RETIME_DEVICE_CUDA)
#include "kernels/device/cuda/resident.h"
#else
#include "kernels/device/emulation/resident.h"
#endif

namespace device {

/// A value of 4 or 8 bytes in device memory that says how new it is. Each word has a stamp of its
/// own and is written and read with it in one piece: who finds the stamp has the word, without a
/// fence or a flag.
template <class T>
struct stamped {
  static constexpr unsigned words = sizeof(T) / sizeof(unsigned);
  struct alignas(8) piece {
    unsigned word, stamp;
  };
  piece pieces[words];
};

template <class T>
__device__ __forceinline__ void send(stamped<T>* to, std::type_identity_t<T> value,
                                     unsigned stamp) {
  using piece = typename stamped<T>::piece;
  const auto words = std::bit_cast<std::array<unsigned, stamped<T>::words>>(value);
#pragma unroll
  for (unsigned i = 0; i < stamped<T>::words; ++i)
    backend::write_whole(&to->pieces[i], piece{words[i], stamp});
}

/// Whether the value of this stamp is there; then *value is it.
template <class T>
__device__ __forceinline__ bool arrived(const stamped<T>* from, unsigned stamp, T* value) {
  std::array<unsigned, stamped<T>::words> words;
  bool all = true;
#pragma unroll
  for (unsigned i = 0; i < stamped<T>::words; ++i) {
    const auto seen = backend::read_whole(&from->pieces[i]);
    words[i] = seen.word;
    all = all && seen.stamp == stamp;
  }
  *value = std::bit_cast<T>(words);
  return all;
}

/// Returns once all_arrived() is true. A look takes as long as memory does, so it is to look at all
/// that is awaited before it says no.
template <class AllArrived>
__device__ __forceinline__ void wait_until(AllArrived all_arrived) {
  backend::wait_until(all_arrived);
}

}  // namespace device
