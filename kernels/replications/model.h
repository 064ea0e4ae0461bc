// What a stochastic model is, so far as replications of it are run. It is plain code that draws
// random words, and knows nothing of threads, warps or devices.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>

namespace replications {

/// A replication goes through `items(parameters)` items (draws, clients, steps), each of which
/// takes `words_per_item` random words, and ends in some numbers.
template <class Model>
concept model = requires(const typename Model::parameters& parameters,
                         typename Model::state state) {
  { Model::words_per_item } -> std::convertible_to<int>;
  { Model::quantities[0] } -> std::convertible_to<std::string_view>;  // the results' names
  { Model::items(parameters) } -> std::convertible_to<int>;
  Model::results(parameters, state);  // std::array of a double for each quantity
  // Model::simulate(parameters, state&, count, random) goes through the next `count` items; a state
  // begins as state{}. `random.next()` is a random word of 32 bits.
  //
  // So that threads can share a replication (in_block.cuh), a model may have besides
  //   merge(parameters, state& of one part, state of the next)   makes it that of both parts
  // and, if an item depends on what was left by those before,
  //   effect                                                of some items on that
  //   simulate_effect(parameters, effect&, count, random)        an effect begins as effect{}
  //   then(effect, later effect)                            of both
  //   begin(effect)                                         the state that the next part begins in
  // or, if it does not and this is faster,
  //   simulate_part(parameters, state&, count, random)           as simulate()
};

template <class Model>
using results_of = decltype(Model::results({}, {}));

/// A model whose items depend on those before them, through an effect.
template <class Model>
concept sequential_model = requires {
  typename Model::effect;
};

/// A model whose replications can be shared out over threads.
template <class Model>
concept divisible_model = requires(typename Model::state state) {
  Model::merge({}, state, state);
};

/// A whole replication, from its first item to its last.
template <class Model, class Random>
constexpr results_of<Model> replicate(const typename Model::parameters& parameters,
                                      Random& random) {
  typename Model::state state{};
  Model::simulate(parameters, state, Model::items(parameters), random);
  return Model::results(parameters, state);
}

/// Quantity q of replication r lies at [q * replications + r].
template <class Results, std::size_t Quantities>
constexpr void write_results(Results& results, std::size_t replications, std::size_t replication,
                             const std::array<double, Quantities>& values) {
  for (std::size_t q = 0; q < Quantities; ++q) results[q * replications + replication] = values[q];
}

}  // namespace replications
