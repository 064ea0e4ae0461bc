// Checked against the bounds of the memory that it was made of.
#pragma once

#include "kernels/device/span.h"

namespace device::backend {

template <class T>
class shared_place {
 public:
  shared_place() = default;
  shared_place(span<T> memory, unsigned byte) : memory_(memory), byte_(byte) {}
  T& operator[](unsigned distance) const {
    return memory_.at_byte(byte_ + distance * static_cast<unsigned>(sizeof(T)));
  }

 private:
  span<T> memory_;
  unsigned byte_ = 0;
};

}  // namespace device::backend
