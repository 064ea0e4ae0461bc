#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "harness/cases/cold_start.h"
#include "harness/measure/probes.cuh"
#include "kernels/device/errors.h"

namespace retime::cases {
namespace {

std::size_t more_than_the_caches() {
  constexpr std::size_t least = std::size_t{64} << 20;
  const long last_level = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return std::max(least, 2 * static_cast<std::size_t>(std::max(last_level, 0L)));
}

}  // namespace

struct cold_start::on_device {
  device::stream queue;
  std::optional<probes::l2_flush> flush;
};

cold_start::cold_start(processor where) {
  if (where == processor::cpu) {
    lines_.resize(more_than_the_caches());
    return;
  }
  device_ = std::make_unique<on_device>();
  try {
    device_->flush.emplace();
  } catch (const device::out_of_memory&) {  // a case that fills the memory leaves no cache warm
  }
}

cold_start::~cold_start() = default;

void cold_start::operator()() {
  if (device_) {
    for (int i = 0; i < 10; ++i) probes::spin(device_->queue, 4'000'000);
    if (device_->flush) (*device_->flush)(device_->queue);
    device_->queue.synchronize();
    return;
  }
  constexpr std::ptrdiff_t line_bytes = 64;
  const auto end = static_cast<std::ptrdiff_t>(lines_.size());
#pragma omp parallel for  // every core has caches of its own
  for (std::ptrdiff_t i = 0; i < end; i += line_bytes) ++lines_[static_cast<std::size_t>(i)];
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

}  // namespace retime::cases
