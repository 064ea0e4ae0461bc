#include "harness/measure/shuffled_order.h"

#include <numeric>
#include <random>
#include <utility>

namespace retime {

std::vector<std::size_t> round_order(std::size_t n, std::uint64_t seed, std::uint64_t round) {
  std::seed_seq mixed{seed, seed >> 32, round, round >> 32};
  std::mt19937_64 engine(mixed);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Not std::shuffle, whose result the standard leaves open.
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[engine() % i]);
  return order;
}

std::vector<std::size_t> shuffled_order(const std::vector<std::string>& workload_keys,
                                        std::uint64_t seed, std::uint64_t round) {
  std::vector<std::vector<std::size_t>> inputs;
  for (std::size_t i = 0; i < workload_keys.size(); ++i) {
    if (i == 0 || workload_keys[i] != workload_keys[i - 1]) inputs.emplace_back();
    inputs.back().push_back(i);
  }
  std::vector<std::size_t> order;
  for (const auto input : round_order(inputs.size(), seed, round)) {
    for (const auto place : round_order(inputs[input].size(), seed + input, round))
      order.push_back(inputs[input][place]);
  }
  return order;
}

}  // namespace retime
