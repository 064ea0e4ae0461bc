// What recordings of neighbours - another size, another GPU - say of a space to be searched.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/tune/strategy.h"
#include "harness/tune/trial.h"

namespace retime::tune {

/// What a recording says of this space's configurations; values that the space has not are left
/// out.
prior transfer(const recording& neighbour, const tuning_space& to);
/// By neighbour.
std::vector<prior> transfer(const std::vector<recording>& neighbours, const tuning_space& to);

/// Reads the files that --warm-start names, for the spaces to be searched. Throws bad_input, also
/// for a file that has no configuration of any of them.
std::vector<recording> read_neighbours(const std::vector<std::string>& files,
                                       const std::string& objective,
                                       std::optional<direction> towards,
                                       const std::vector<const tuning_space*>& spaces);

}  // namespace retime::tune
