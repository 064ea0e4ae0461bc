// Ours: the fastest of the launches on the GPU for a number of replications, as runs recorded on an
// H200 say (chosen_table.h).
#include "variants/replications/chosen.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <stdexcept>

#include "kernels/replications/skip.h"
#include "variants/replications/chosen_table.h"

namespace replications {
namespace {

/// Returns null if no recorded run is of the model.
const fastest* fastest_of(const std::string& model, std::int64_t replications) {
  const fastest* last = nullptr;
  for (const fastest& row : fastest_by_replications)
    if (row.model == model && row.from_replications <= replications) last = &row;
  return last;
}

retime::point default_tuning(std::string_view id) {
  const auto variant = std::ranges::find_if(retime::variants(), [id](const retime::variant& any) {
    return any.family == problem::family && any.id == id;
  });
  if (variant == retime::variants().end())
    throw std::logic_error(fmt::format("chosen_table.h names no variant: {}", id));
  retime::point tuning;
  for (const auto& axis : variant->axes) tuning.set(axis.name, axis.default_value);
  return tuning;
}

retime::reason invalid(const retime::point& point) {
  const std::string& model = point.text("model");
  if (fastest_of(model, 1) != nullptr) return std::nullopt;
  return fmt::format("model={}: no recorded runs say which variant is the fastest", model);
}

runner prepare(const problem& problem, const retime::point&) {
  const erased_model& model = model_of(problem);
  const fastest& best = *fastest_of(problem.model, problem.replications);
  if (best.variant == "in_block" && !can_skip(problem.generator))
    return model.tlp(problem, default_tuning("tlp"));
  retime::point tuning = default_tuning(best.variant);
  tuning.set(std::string(best.axis), best.value);
  if (best.variant == "in_block") return model.in_block(problem, tuning);
  return best.variant == "tlp" ? model.tlp(problem, tuning) : model.wlp(problem, tuning);
}

}  // namespace

retime::variant_form<problem> chosen_form() {
  return {.id = "chosen",
          .base = "wlp",
          .invalid = invalid,
          .memory_bytes = memory_bytes,
          .work = work_of,
          .prepare = prepare};
}

REGISTER_VARIANT(problem, {chosen_form()});

}  // namespace replications
