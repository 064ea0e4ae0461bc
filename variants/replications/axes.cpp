#include "variants/replications/axes.h"

#include <fmt/format.h>

#include "kernels/replications/streams.h"
#include "kernels/support/bad_input.h"
#include "variants/kit/name_index.h"

namespace replications {

using retime::point;

namespace {

constexpr const char* generator_names[]{"taus88", "xorwow", "philox", "mwc64x"};

generator_kind generator_of(const point& workload) {
  return generator_kind{retime::name_index(workload.text("generator"), generator_names)};
}

/// Empty if the model is registered, else which ones are. Not before main: models register in no
/// known order.
std::string unless_registered(const retime::axis_value& given) {
  std::vector<std::string> names;
  for (const erased_model& one : models()) names.push_back(one.id);
  return retime::one_of(names)(given);
}

}  // namespace

std::vector<retime::workload_axis> common_axes() {
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

void resolve(point& workload) {
  const erased_model& chosen = model_of(workload);
  for (const erased_model& other : models())
    if (other.id != chosen.id)
      for (const auto& axis : other.axes) workload.erase(axis.name);
  chosen.parameters(workload);
}

problem make(const point& workload) {
  return {.model = workload.text("model"),
          .parameters = model_of(workload).parameters(workload),
          .replications = workload.integer("replications"),
          .generator = generator_of(workload),
          .seed = static_cast<std::uint64_t>(workload.integer("seed"))};
}

retime::reason too_many_words(const point& at, double most) {
  const erased_model& model = model_of(at);
  const double words =
      at.real("replications") * model.items(model.parameters(at)) * model.words_per_item;
  if (words <= most) return std::nullopt;
  return fmt::format("replications={}: {:.2g} random words take too long, more than {:.2g}",
                     at.integer("replications"), words, most);
}

double memory_bytes(const point& at) {
  const auto words = static_cast<double>(key_words(generator_of(at)));
  const auto quantities = static_cast<double>(model_of(at).quantities.size());
  return at.real("replications") * (words * sizeof(word) + quantities * sizeof(double));
}

retime::work work_of(const problem& given, const point& at) {
  const erased_model& chosen = model_of(given);
  const double items = chosen.items(given.parameters);
  return {.bytes = memory_bytes(at),
          .items = static_cast<double>(given.replications) * items,
          .item = chosen.item};
}

}  // namespace replications
