// Host memory that the device copies to without a detour.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "kernels/device/emulation/buffer.h"

namespace device {

template <class T>
class pinned {
 public:
  explicit pinned(std::size_t size) : values_(size) {}

  std::size_t size() const { return values_.size(); }
  std::span<T> view() { return values_; }
  std::span<const T> view() const { return values_; }

  /// The values are there once the stream was synchronised.
  void copy_from(const buffer<T>& from, stream& queue) {
    emulation::check_size(from.size(), size());
    queue.enqueue([to = values_.data(), from = from.data(), n = from.bytes()] {
      if (n != 0) std::memcpy(to, from, n);
    });
  }

 private:
  std::vector<T> values_;
};

}  // namespace device
