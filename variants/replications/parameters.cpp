#include "variants/replications/parameters.h"

#include "variants/kit/name_index.h"
#include "variants/replications/model_form.h"

namespace replications {

void resolve(retime::point& workload) {
  const erased_model& own = model_of(workload);
  for (const erased_model& other : models())
    if (other.id != own.id)
      for (const auto& axis : other.axes) workload.erase(axis.name);
  own.parameters(workload);
}

problem make_problem(const retime::point& point) {
  return {.model = point.text("model"),
          .parameters = model_of(point).parameters(point),
          .replications = point.integer("replications"),
          .generator = generator_of(point),
          .seed = static_cast<std::uint64_t>(point.integer("seed"))};
}

generator_kind generator_of(const retime::point& point) {
  return generator_kind{retime::name_index(point.text("generator"), generator_names)};
}

}  // namespace replications
