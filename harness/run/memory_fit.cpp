#include "harness/run/memory_fit.h"

#include <fmt/format.h>

#include <fstream>
#include <limits>

#include "kernels/device/properties.h"

namespace retime {
namespace {

/// What the kernel says programs may still take; free pages alone would leave out the file cache.
double available_host_bytes() {
  std::ifstream in("/proc/meminfo");
  for (std::string name, unit; in >> name;) {
    double kibibytes = 0;
    in >> kibibytes;
    std::getline(in, unit);
    if (name == "MemAvailable:") return kibibytes * 1024;
  }
  return std::numeric_limits<double>::infinity();
}

double available_bytes(processor where) {
  return where == processor::gpu ? static_cast<double>(device::current().memory_free_bytes)
                                 : available_host_bytes();
}

}  // namespace

std::optional<std::int64_t> largest_that_fits(const benchmark_case& what, double free) {
  const std::string& axis = what.family->size_axis;
  if (axis.empty() || !what.at.has(axis)) return std::nullopt;
  const auto can_run = [&](std::int64_t size) {
    point at = what.at;
    at.set(axis, size);
    const double needed = what.variant->memory_bytes(at);
    return needed > 0 && needed <= free && !what.variant->invalid(at);
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

std::optional<std::string> does_not_fit(const benchmark_case& what) {
  const double needed = what.variant->memory_bytes(what.at);
  const double free = available_bytes(what.variant->runs_on);
  if (needed <= free) return std::nullopt;
  std::string why = fmt::format("needs {:.3f} GB, {:.3f} GB free", needed * 1e-9, free * 1e-9);
  if (const auto largest = largest_that_fits(what, free)) {
    why += fmt::format("; the largest {} that fits is {}", what.family->size_axis, *largest);
  }
  return why;
}

}  // namespace retime
