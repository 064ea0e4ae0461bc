#include "kernels/device/emulation/stream.h"

#include <chrono>

namespace device {

void event::record(stream& queue) {
  queue.enqueue([this] {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    time_ns_ = std::chrono::duration<double, std::nano>(now).count();
  });
}

double elapsed_ns(const event& begin, const event& end) { return end.time_ns_ - begin.time_ns_; }

}  // namespace device
