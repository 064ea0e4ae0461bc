#include "variants/replications/axes.h"

#include <fmt/format.h>

namespace replications {

namespace {

/// Returns which models there are unless this is one. Not before main: models register in no known
/// order.
std::string unless_registered(const retime::axis_value& name) {
  std::vector<std::string> names;
  for (const erased_model& model : models()) names.push_back(model.id);
  return retime::one_of(names)(name);
}

}  // namespace

std::vector<retime::workload_axis> workload_axes() {
  return {{.name = "model",
           .help = "what is simulated: pi, mm1 (a queue), walk (on a torus), or one of your own",
           .default_value = "pi",
           .smoke = {"pi", "mm1", "walk"},
           .quick = {"pi", "mm1", "walk"},
           .paper = {"pi", "mm1", "walk"},
           .check = unless_registered,
           .always_in_key = true},
          {.name = "replications",
           .help = "independent runs of the model",
           .default_value = 30,
           .smoke = {45},
           .quick = {30, 1000},
           .paper = {1, 2, 5, 10, 20, 30, 50, 64, 65, 100, 200, 500, 700, 1000},
           .check = retime::between(1, 1e7),
           .always_in_key = true},
          {.name = "generator",
           .help = "taus88 (the paper's), xorwow, philox (both cuRAND's), mwc64x",
           .default_value = "taus88",
           .check = retime::one_of({std::begin(generator_names), std::end(generator_names)})},
          {.name = "seed",
           .help = "of all random numbers",
           .default_value = 1,
           .check = retime::at_least(0)}};
}

retime::reason too_many_words(const retime::point& point, double most) {
  const erased_model& model = model_of(point);
  const double words =
      point.real("replications") * model.items(model.parameters(point)) * model.words_per_item;
  if (words <= most) return std::nullopt;
  return fmt::format("replications={}: {:.2g} random words take too long, more than {:.2g}",
                     point.integer("replications"), words, most);
}

double memory_bytes(const retime::point& point) {
  const auto words = static_cast<double>(key_words(generator_of(point)));
  const auto quantities = static_cast<double>(model_of(point).quantities.size());
  return point.real("replications") * (words * sizeof(word) + quantities * sizeof(double));
}

retime::work work_of(const problem& problem, const retime::point& point) {
  const erased_model& model = model_of(problem);
  const double items = model.items(problem.parameters);
  return {.bytes = memory_bytes(point),
          .items = static_cast<double>(problem.replications) * items,
          .item = model.item};
}

}  // namespace replications
