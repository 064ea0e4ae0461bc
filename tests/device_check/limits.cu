// Shapes that no device runs are refused with a line that names the extent; what is known of a
// launch.
#include <cmath>

#include "kernels/device/device.h"
#include "tests/device_check/check.h"

namespace {

__global__ void nothing() {}

__global__ void touch_last(unsigned bytes) {
  auto all = device::dynamic_shared<unsigned char>(bytes);
  all[bytes - 1] = 1;
}

std::string refusal(const device::launch_shape& shape) {
  device::stream queue;
  try {
    device::launch(queue, nothing, shape);
  } catch (const device::error& failure) {
    return failure.what();
  }
  return "";
}

}  // namespace

void device_check::check_limits(report& results) {
  const auto refuses = [&](const device::launch_shape& shape, const std::string& limit) {
    const std::string message = refusal(shape);
    results.equal("refuses " + limit + " (says '" + message + "')",
                  message.find(limit) != std::string::npos, true);
  };
  refuses({.grid = 1, .block = 1025}, "block.x = 1025");
  refuses({.grid = 1, .block = {64, 32}}, "2048 threads");
  refuses({.grid = 1, .block = {1, 1, 65}}, "block.z = 65");
  refuses({.grid = {1, 65536}, .block = 1}, "grid.y = 65536");
  refuses({.grid = {1, 1, 65536}, .block = 1}, "grid.z = 65536");
  refuses({.grid = 0, .block = 1}, "grid.x = 0");
  refuses({.grid = 1, .block = 1, .shared_bytes = 60000}, "60000 bytes");
  results.equal("runs the largest block", refusal({.grid = 1, .block = 1024}).empty(), true);

  device::stream queue;
  device::max_shared(touch_last, 60000);
  device::launch(queue, touch_last, {.grid = 1, .block = 1, .shared_bytes = 60000}, 60000);
  queue.synchronize();

  bool caught = false;
  try {
    const device::buffer<char> too_large(std::size_t{1} << 50);
  } catch (const device::out_of_memory& failure) {
    caught = failure.needed_bytes == std::size_t{1} << 50 && failure.free_bytes > 0;
  }
  results.equal("names the memory that is missing", caught, true);
  caught = false;
  try {
    const device::buffer<double> overflows((std::size_t{1} << 61) + 1);  // 8 bytes, modulo 2^64
  } catch (const device::out_of_memory&) {
    caught = true;
  }
  results.equal("a size that overflows does not fit either", caught, true);
}

void device_check::check_describe(report& results) {
  const auto report = device::describe("nothing", nothing, {.grid = 1000, .block = {16, 8}});
  results.equal("kernel", report.kernel == "nothing", true);
  results.equal("grid", report.grid[0], 1000U);
  results.equal("block", report.block[1], 8U);
  if (device::is_emulation()) {
    results.equal("no occupancy is made up", report.occupancy.has_value(), false);
    return;
  }
  const auto gpu = device::current();
  const int blocks = report.blocks_per_multiprocessor.value_or(0);
  results.equal(
      "an empty kernel is limited by blocks or warps alone", blocks,
      std::min(gpu.max_blocks_per_multiprocessor, gpu.max_threads_per_multiprocessor / 128));
  results.equal("occupancy", report.occupancy.value_or(-1),
                blocks * 128.0 / gpu.max_threads_per_multiprocessor);
  results.equal("waves", report.waves.value_or(-1),
                1000.0 / (static_cast<double>(blocks) * gpu.multiprocessors));
  results.equal("limiter", report.limiter == "warps" || report.limiter == "blocks", true);

  // A limiter is named only where the blocks that it allows are the driver's own count.
  device::max_shared(touch_last, 100000);
  for (const unsigned threads : {32U, 64U, 96U, 128U, 256U, 512U, 1024U})
    for (const std::size_t bytes : {0, 1000, 10000, 33000, 100000}) {
      const auto each = device::describe("touch_last", touch_last,
                                         {.grid = 1, .block = threads, .shared_bytes = bytes});
      results.equal("limiter of " + std::to_string(threads) + " threads with " +
                        std::to_string(bytes) + " bytes is known",
                    each.limiter.has_value(), true);
    }
}
