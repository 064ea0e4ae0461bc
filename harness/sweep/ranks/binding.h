// Which GPU each measuring rank gets.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace retime::sweep::ranks {

struct seat {
  int rank = 0;
  std::string host;
  int gpus = 0;  ///< that the rank sees
};

/// By rank: "cuda:N". Ranks of one host get its GPUs in turn, and those that are left over none:
/// ""; where each rank sees one GPU alone, that one. Throws bad_input where a rank sees none.
std::vector<std::string> devices_of(std::span<const seat> seats);

}  // namespace retime::sweep::ranks
