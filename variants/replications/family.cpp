// The family: replications of stochastic models (Passerat-Palmbach et al. 2011).
#include "kernels/replications/estimate.h"
#include "variants/replications/axes.h"
#include "variants/replications/verification.h"

namespace replications {
namespace {

constexpr double level = 0.95;  // of confidence, as the paper's 1.96 means

retime::observables observe(const problem& problem, const outcome& run) {
  const erased_model& model = model_of(problem);
  const std::size_t count = run.numbers.size();
  retime::observables seen;
  const auto add = [&](const std::string& estimate, const std::string& bounds, std::size_t q) {
    const auto [mean, low, high] =
        mean_interval(std::span(run.values).subspan(q * count, count), level);
    seen.numbers[estimate] = mean;
    if (count < 2) return;
    seen.numbers[bounds + "ci_low"] = low;
    seen.numbers[bounds + "ci_high"] = high;
    seen.numbers["level"] = level;
  };
  add("estimate", "", 0);
  if (model.quantities.size() > 1)
    for (std::size_t q = 0; q < model.quantities.size(); ++q)
      add(model.quantities[q], model.quantities[q] + "_", q);
  model.observe(problem, run, seen);
  return seen;
}

/// A row a replication, a column a quantity.
std::vector<retime::saved_array> arrays(const problem&, const outcome& run) {
  retime::saved_array saved{"replications", {run.numbers.size(), run.quantities()}, {}};
  for (std::size_t k = 0; k < run.numbers.size(); ++k)
    for (std::size_t q = 0; q < run.quantities(); ++q) saved.data.push_back(run.value(q, k));
  return {saved};
}

/// Each model with each generator; a single replication; items that are fewer than threads, or
/// leave some over.
std::vector<retime::axis_values> examples() {
  std::vector<retime::axis_values> workloads;
  for (const char* generator : {"taus88", "xorwow", "philox", "mwc64x"}) {
    workloads.push_back({{"model", "pi"}, {"draws", 1999}, {"generator", generator}});
    workloads.push_back({{"model", "mm1"}, {"clients", 301}, {"generator", generator}});
    workloads.push_back({{"model", "walk"}, {"steps", 77}, {"generator", generator}});
  }
  workloads.push_back({{"model", "pi"}, {"draws", 7}, {"replications", 1}});
  workloads.push_back({{"model", "mm1"}, {"clients", 1}, {"replications", 70}});
  workloads.push_back(
      {{"model", "walk"}, {"width", 6}, {"height", 9}, {"chunk", 3}, {"steps", 2000}});
  return workloads;
}

}  // namespace

REGISTER_FAMILY(problem, {.id = "replications",
                          .title = "replications of stochastic models, a warp or a thread each",
                          .axes = workload_axes(),
                          .size_axis = "replications",
                          .examples = examples(),
                          .resolve = resolve,
                          .make = make_problem,
                          .reference = reference,
                          .compare = compare,
                          .observe = observe,
                          .arrays = arrays});

}  // namespace replications
