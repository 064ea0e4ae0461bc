#include "harness/tune/warm_start.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/tune/t4.h"
#include "kernels/support/bad_input.h"

namespace retime::tune {

prior transfer(const recording& neighbour, const tuning_space& to) {
  prior told;
  for (configuration c = 0; c < neighbour.space.size(); ++c) {
    if (const auto mine = to.find(neighbour.space.values(c)))
      told.emplace_back(*mine, reading{neighbour.trials[c].result, neighbour.value_to_minimise(c)});
  }
  return told;
}

std::vector<prior> transfer(const std::vector<recording>& neighbours, const tuning_space& to) {
  std::vector<prior> priors;
  priors.reserve(neighbours.size());
  for (const auto& each : neighbours) priors.push_back(transfer(each, to));
  return priors;
}

std::vector<recording> read_neighbours(const std::vector<std::string>& files,
                                       const std::string& objective,
                                       std::optional<direction> towards,
                                       const std::vector<const tuning_space*>& spaces) {
  std::vector<recording> recordings;
  recordings.reserve(files.size());
  for (const auto& file : files) {
    const auto& read = recordings.emplace_back(read_recording(file, objective, towards));
    const auto shared = [&](const tuning_space* each) { return !transfer(read, *each).empty(); };
    if (std::ranges::none_of(spaces, shared))
      throw bad_input(
          fmt::format("--warm-start {}: has no configuration of what is searched; name a recording "
                      "with the same parameters, and some of the same values",
                      file));
  }
  return recordings;
}

}  // namespace retime::tune
