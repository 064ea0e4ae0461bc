#include "kernels/device/access_counter.h"

namespace device::backend {

void begin_counting() {}
void end_counting() {}
std::optional<access_count> counted() { return std::nullopt; }

}  // namespace device::backend
