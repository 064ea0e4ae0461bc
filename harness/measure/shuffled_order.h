// The order in which a process takes its cases.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace retime {

/// A permutation of 0..n-1, the same for the same seed and round everywhere.
std::vector<std::size_t> round_order(std::size_t n, std::uint64_t seed, std::uint64_t round);

/// Places of the cases whose workload keys these are: the inputs in random order, and the cases of
/// each input, which stay together.
std::vector<std::size_t> shuffled_order(const std::vector<std::string>& workload_keys,
                                        std::uint64_t seed, std::uint64_t round);

}  // namespace retime
