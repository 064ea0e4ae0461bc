#include "kernels/device/errors.h"
#include "kernels/device/order.h"

namespace device {

void shuffle_threads(std::uint64_t) {
  throw error("the order of a GPU's threads cannot be chosen; that of the emulation can");
}

}  // namespace device
