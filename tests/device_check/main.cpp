// retime-device-check: exit status 0 if this GPU does what the emulation is held to, 1 if not.
#include <cstdio>
#include <exception>

#include "kernels/device/properties.h"
#include "tests/device_check/check.h"

namespace {

bool passes(const device_check::entry& each) {
  device_check::report results;
  try {
    each.run(results);
  } catch (const std::exception& failure) {
    std::printf("%-16s threw: %s\n", each.name, failure.what());
    return false;
  }
  std::printf("%-16s %zu of %zu values differ\n", each.name, results.failed(), results.compared());
  for (const auto& line : results.mismatches()) std::printf("    %s\n", line.c_str());
  return results.failed() == 0;
}

}  // namespace

int main() {
  try {
    std::printf("device: %s\n", device::current().name.c_str());
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "no device to check: %s\n", failure.what());
    return 2;
  }
  bool all_pass = true;
  for (const auto& each : device_check::all()) all_pass = passes(each) && all_pass;
  return all_pass ? 0 : 1;
}
