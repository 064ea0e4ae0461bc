#include "kernels/occupancy/occupancy.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "kernels/support/bad_input.h"

namespace occupancy {
namespace {

constexpr int warp_size = 32;
constexpr std::size_t kb = 1024;

constexpr limits tesla(int compute_capability, int warps, int registers, int register_unit) {
  return {.compute_capability = compute_capability,
          .warps = warps,
          .blocks = 8,
          .shared_bytes = 16 * kb,
          .block_shared_bytes = 16 * kb,
          .reserved_shared_bytes = 0,
          .shared_unit_bytes = 512,
          .registers = registers,
          .register_unit = register_unit,
          .partitions = 0,
          .thread_registers = 128,
          .block_threads = 512};
}

// From Ampere on the system keeps 1 KB of every block's shared memory, and shares are rounded to
// 128 bytes, not 256.
constexpr std::array<limits, 19> all_limits{{
    tesla(10, 24, 8192, 256),
    tesla(11, 24, 8192, 256),
    tesla(12, 32, 16384, 512),
    tesla(13, 32, 16384, 512),
    {20, 48, 8, 48 * kb, 48 * kb, 0, 128, 32768, 64, 2, 63},
    {70, 64, 32, 96 * kb, 96 * kb, 0, 256},
    {72, 64, 32, 96 * kb, 96 * kb, 0, 256},
    {75, 32, 16, 64 * kb, 64 * kb, 0, 256},
    {80, 64, 32, 164 * kb, 163 * kb, kb, 128},
    {86, 48, 16, 100 * kb, 99 * kb, kb, 128},
    {87, 48, 16, 164 * kb, 163 * kb, kb, 128},
    {89, 48, 24, 100 * kb, 99 * kb, kb, 128},
    {90, 64, 32, 228 * kb, 227 * kb, kb, 128},
    {100, 64, 32, 228 * kb, 227 * kb, kb, 128},
    {101, 48, 24, 228 * kb, 227 * kb, kb, 128},
    {103, 64, 32, 228 * kb, 227 * kb, kb, 128},
    {110, 48, 24, 228 * kb, 227 * kb, kb, 128},
    {120, 48, 24, 100 * kb, 99 * kb, kb, 128},
    {121, 48, 24, 100 * kb, 99 * kb, kb, 128},
}};

template <class T>
constexpr T round_up(T value, T unit) {
  return (value + unit - 1) / unit * unit;
}

// Registers are given to warps out of the warp's own partition of the file. The launch check is
// stricter: it takes the block's warps as spread evenly over the partitions.
int register_limit(const limits& device, int registers, int warps_per_block) {
  if (registers == 0) return std::numeric_limits<int>::max();
  if (registers > device.thread_registers) return 0;
  if (device.partitions == 0) {
    const int pairs = round_up(warps_per_block, 2) * warp_size;
    return device.registers / round_up(pairs * registers, device.register_unit);
  }
  const int per_warp = round_up(registers * warp_size, device.register_unit);
  const int checked = per_warp * round_up(warps_per_block, device.partitions);
  if (checked > device.registers) return 0;
  return device.registers / device.partitions / per_warp * device.partitions / warps_per_block;
}

int shared_limit(const limits& device, std::size_t shared_bytes) {
  if (shared_bytes > device.block_shared_bytes) return 0;
  const std::size_t share =
      round_up(shared_bytes + device.reserved_shared_bytes, device.shared_unit_bytes);
  return share == 0 ? std::numeric_limits<int>::max()
                    : static_cast<int>(device.shared_bytes / share);
}

}  // namespace

std::span<const limits> known_limits() { return all_limits; }

const limits* find_limits(int compute_capability) {
  const auto row = std::ranges::find(all_limits, compute_capability, &limits::compute_capability);
  return row == all_limits.end() ? nullptr : &*row;
}

std::string_view to_text(limiter which) {
  switch (which) {
    case limiter::warps:
      return "warps";
    case limiter::blocks:
      return "blocks";
    case limiter::registers:
      return "registers";
    case limiter::shared_memory:
      return "shared memory";
    case limiter::does_not_fit:
      return "does not fit";
  }
  return "";
}

estimate calculate(const limits& device, const usage& taken) {
  if (taken.block < 1)
    throw retime::bad_input("a block of " + std::to_string(taken.block) + " threads: at least 1");
  if (taken.registers < 0)
    throw retime::bad_input(std::to_string(taken.registers) + " registers: at least 0");
  estimate answer{.block = taken.block};
  if (taken.block > device.block_threads) return answer;

  const int warps_per_block = round_up(taken.block, warp_size) / warp_size;
  const std::array<std::pair<int, limiter>, 4> caps{{
      {device.warps / warps_per_block, limiter::warps},
      {device.blocks, limiter::blocks},
      {register_limit(device, taken.registers, warps_per_block), limiter::registers},
      {shared_limit(device, taken.shared_bytes), limiter::shared_memory},
  }};
  const auto least = std::ranges::min_element(caps, {}, &std::pair<int, limiter>::first);
  if (least->first == 0) return answer;
  answer.blocks = least->first;
  answer.warps = answer.blocks * warps_per_block;
  answer.occupancy = static_cast<double>(answer.warps) / device.warps;
  answer.limited_by = least->second;
  return answer;
}

std::vector<estimate> table(const limits& device, int registers, std::size_t shared_bytes_per_block,
                            std::size_t shared_bytes_per_thread) {
  std::vector<estimate> rows;
  for (int block = warp_size; block <= device.block_threads; block += warp_size) {
    const std::size_t grown = shared_bytes_per_thread * static_cast<std::size_t>(block);
    rows.push_back(calculate(device, {block, registers, shared_bytes_per_block + grown}));
  }
  return rows;
}

estimate best(std::span<const estimate> rows) {
  estimate top;
  for (const estimate& row : rows) {
    if (row.occupancy >= top.occupancy)
      top = row;  // rows grow in block: of equals the largest stays
  }
  return top;
}

}  // namespace occupancy
