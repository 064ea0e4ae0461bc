// Replications on the host: the plain loop that every other form must equal.
#pragma once

#include "kernels/replications/generators.h"
#include "kernels/replications/model.h"
#include "kernels/replications/problem.h"

namespace replications {

/// Some replications of a problem, one after the other or on all cores.
template <class Model>
outcome run_on_host(const problem& problem, std::vector<std::int64_t> numbers, bool parallel) {
  const auto& parameters = std::any_cast<const typename Model::parameters&>(problem.parameters);
  const auto keys = stream_keys(problem.generator, problem.seed, numbers);
  const std::size_t count = numbers.size();
  outcome run{std::move(numbers), std::vector<double>(count * std::size(Model::quantities))};
  with_host_generator(problem.generator, [&]<class Generator>() {
#pragma omp parallel for schedule(dynamic) if (parallel)
    for (std::size_t k = 0; k < count; ++k) {
      Generator random(key_of<Generator>(keys, count, k));
      write_results(run.values, count, k, replicate<Model>(parameters, random));
    }
  });
  return run;
}

}  // namespace replications
