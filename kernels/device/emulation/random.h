// What the shuffled orders draw.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "kernels/support/random.h"

namespace device::emulation {

/// Puts the items into an order drawn from the stream.
template <class T>
void shuffle(std::vector<T>& items, retime::random_stream& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

}  // namespace device::emulation
