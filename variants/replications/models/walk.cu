#include <string>

#include "kernels/replications/estimate.h"
#include "kernels/replications/walk.h"
#include "kernels/support/bad_input.h"
#include "variants/replications/models.cuh"

namespace replications::walk_model {

constexpr std::int64_t most_chunks = 1'000'000;

walk::parameters make_parameters(const retime::point& point) {
  const auto whole = [&](const char* axis) { return static_cast<int>(point.integer(axis)); };
  const walk::parameters parameters{whole("steps"), whole("width"), whole("height"),
                                    whole("chunk")};
  retime::require(
      parameters.width % parameters.chunk == 0 && parameters.height % parameters.chunk == 0,
      "chunk", parameters.chunk,
      "give a divisor of width=" + std::to_string(parameters.width) +
          " and height=" + std::to_string(parameters.height));
  const std::int64_t columns = parameters.width / parameters.chunk,
                     rows = parameters.height / parameters.chunk;
  retime::require(columns * rows <= most_chunks, "chunk", parameters.chunk,
                  "give a larger one, so that the map has no more than " +
                      std::to_string(most_chunks) + " chunks");
  return parameters;
}

void observe(const walk::parameters& parameters, const outcome& run, retime::observables& seen) {
  if (parameters.chunks() < 2) return;
  const auto test = test_uniform({run.values.data(), run.values.size()}, parameters.chunks());
  seen.numbers["chi_square"] = test.chi_square;
  seen.numbers["degrees_of_freedom"] = test.degrees_of_freedom;
  seen.numbers["p_value"] = test.p_value;
}

std::vector<retime::workload_axis> axes() {
  const auto side = [](const char* name, std::int64_t value, const char* help) {
    return retime::workload_axis{
        .name = name, .help = help, .default_value = value, .check = retime::between(1, 1e6)};
  };
  return {{.name = "steps",
           .help = "steps of a walker (model walk)",
           .default_value = 1000,
           .check = retime::between(1, 2e9)},
          side("width", 24, "sites of the torus along x (model walk)"),
          side("height", 20, "sites of the torus along y (model walk)"),
          side("chunk", 4, "side of a square chunk of the map (model walk)")};
}

REGISTER_MODEL(
    walk, {.id = "walk",
           .item = "step",
           .axes = axes(),
           .parameters = make_parameters,
           .most = [](const walk::parameters& parameters) { return parameters.chunks() - 1.0; },
           .observe = observe});

}  // namespace replications::walk_model
