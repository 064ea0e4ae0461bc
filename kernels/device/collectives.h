// Sums over several devices of this process: by NCCL, in emulation in plain loops. Include it where
// it is used.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/device/backend.h"
#include "kernels/device/stream.h"

namespace device {

/// Why devices cannot sum with each other; nothing if they can.
std::optional<std::string> no_collectives();

/// What a device gives to a sum, in the order of one of its streams.
template <class T>
struct summand {
  T* data;
  stream* queue;
};

/// Devices that sum with each other. It takes a second to make, where nothing is timed.
class communicator {
 public:
  /// Devices by their indices, each once. Throws device::error.
  explicit communicator(std::span<const int> devices)
      : state_(backend::make_communicator(devices)) {}

  /// Element by element, the sum over all devices replaces what the first one gave; `of` has one
  /// summand a device, in their order. Sums of reals are added in any order.
  template <class T>
  void sum_to_first(const std::vector<summand<T>>& of, std::size_t count) {
    std::vector<backend::array_in_stream> arrays;
    for (const auto& [data, queue] : of) arrays.push_back({data, &queue->state()});
    backend::sum_to_first(*state_, arrays, count, kind<T>());
  }

 private:
  template <class T>
  static constexpr backend::number_kind kind() {
    if constexpr (std::is_same_v<T, double>)
      return backend::number_kind::real_64;
    else if constexpr (std::is_same_v<T, float>)
      return backend::number_kind::real_32;
    else {
      static_assert(std::is_integral_v<T> && sizeof(T) == 8);
      return std::is_signed_v<T> ? backend::number_kind::signed_64
                                 : backend::number_kind::unsigned_64;
    }
  }

  backend::handle<backend::communicator_state, backend::release_communicator> state_;
};

}  // namespace device
