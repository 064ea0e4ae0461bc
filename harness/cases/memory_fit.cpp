#include "harness/cases/memory_fit.h"

#include <fmt/format.h>

#include <fstream>

#include "kernels/device/properties.h"

namespace retime::cases {
namespace {

/// What the kernel says programs may still take; free pages alone would leave out the file cache.
std::optional<double> available_host_bytes() {
  std::ifstream in("/proc/meminfo");
  for (std::string name, unit; in >> name;) {
    double kibibytes = 0;
    in >> kibibytes;
    std::getline(in, unit);
    if (name == "MemAvailable:") return kibibytes * 1024;
  }
  return std::nullopt;
}

std::optional<double> available_bytes(processor where) {
  if (where == processor::cpu) return available_host_bytes();
  return static_cast<double>(device::current().memory_free_bytes);
}

}  // namespace

std::optional<std::int64_t> largest_that_fits(const benchmark_case& benchmark, double free_bytes) {
  const std::string& axis = benchmark.family->size_axis;
  if (axis.empty() || !benchmark.point.has(axis)) return std::nullopt;
  const auto can_run = [&](std::int64_t size) {
    point sized = benchmark.point;
    sized.set(axis, size);
    const double needed = benchmark.variant->memory_bytes(sized);
    return needed > 0 && needed <= free_bytes && !benchmark.variant->invalid(sized);
  };
  std::int64_t fits = 0, too_large = 1;
  if (!can_run(1)) return std::nullopt;
  while (can_run(too_large)) {
    fits = too_large;
    if (too_large > std::int64_t{1} << 40) return std::nullopt;
    too_large *= 2;
  }
  while (too_large - fits > 1) {
    const auto middle = fits + (too_large - fits) / 2;
    (can_run(middle) ? fits : too_large) = middle;
  }
  return fits;
}

std::optional<memory_need> memory_of(const benchmark_case& benchmark) {
  memory_need memory{.needed_bytes = benchmark.variant->memory_bytes(benchmark.point)};
  if (memory.needed_bytes <= 0) return std::nullopt;
  memory.free_bytes = available_bytes(benchmark.variant->runs_on);
  if (memory.free_bytes && memory.needed_bytes > *memory.free_bytes)
    memory.largest_that_fits = largest_that_fits(benchmark, *memory.free_bytes);
  return memory;
}

std::optional<std::string> shortage(const memory_need& memory, const std::string& size_axis) {
  if (!memory.free_bytes || memory.needed_bytes <= *memory.free_bytes) return std::nullopt;
  std::string why = fmt::format("needs {:.3f} GB, {:.3f} GB free", memory.needed_bytes * 1e-9,
                                *memory.free_bytes * 1e-9);
  if (memory.largest_that_fits)
    why += fmt::format("; the largest {} that fits is {}", size_axis, *memory.largest_that_fits);
  return why;
}

}  // namespace retime::cases
