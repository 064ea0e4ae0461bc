#include "harness/tune/warm_start.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/tune/t4.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {

prior transfer(const recording& from, const tuning_space& to) {
  prior known;
  for (configuration c = 0; c < from.space.size(); ++c) {
    if (const auto mine = to.find(from.space.values(c)))
      known.emplace_back(*mine, reading{from.trials[c].result, from.value_to_minimise(c)});
  }
  return known;
}

std::vector<prior> transfer(const std::vector<recording>& from, const tuning_space& to) {
  std::vector<prior> known;
  known.reserve(from.size());
  for (const auto& each : from) known.push_back(transfer(each, to));
  return known;
}

std::vector<recording> read_neighbours(const std::vector<std::string>& files,
                                       const std::string& objective,
                                       std::optional<direction> towards,
                                       const std::vector<const tuning_space*>& spaces) {
  std::vector<recording> found;
  found.reserve(files.size());
  for (const auto& file : files) {
    const auto& read = found.emplace_back(read_recording(file, objective, towards));
    const auto shared = [&](const tuning_space* each) { return !transfer(read, *each).empty(); };
    if (std::ranges::none_of(spaces, shared))
      throw bad_input(
          fmt::format("--warm-start {}: has no configuration of what is searched; name a recording "
                      "with the same parameters, and some of the same values",
                      file));
  }
  return found;
}

}  // namespace retime::tune
