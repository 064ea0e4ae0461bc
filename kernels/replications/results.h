// Results of replications: quantity q of replication r lies at [q * replications + r].
#pragma once

#include <array>
#include <cstddef>

namespace replications {

template <class Results, std::size_t Quantities>
constexpr void write_results(Results& results, std::size_t replications, std::size_t replication,
                             const std::array<double, Quantities>& values) {
  for (std::size_t q = 0; q < Quantities; ++q) results[q * replications + replication] = values[q];
}

}  // namespace replications
