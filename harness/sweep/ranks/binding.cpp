#include "harness/sweep/ranks/binding.h"

#include <fmt/format.h>

#include <map>

#include "kernels/support/bad_input.h"
#include "kernels/support/user_file.h"

namespace retime::sweep::ranks {

std::vector<std::string> devices_of(std::span<const seat> seats) {
  std::map<std::string, int> next;
  std::vector<std::string> devices;
  for (const auto& one : seats) {
    const int place = one.gpus == 1 ? 0 : next[one.host]++;
    if (one.gpus == 0)
      throw bad_input(
          fmt::format("rank {} on host {}: the driver finds no GPU; retime-emulated "
                      "needs none",
                      one.rank, printable(one.host)));
    devices.push_back(place < one.gpus ? fmt::format("cuda:{}", place) : "");
  }
  return devices;
}

}  // namespace retime::sweep::ranks
