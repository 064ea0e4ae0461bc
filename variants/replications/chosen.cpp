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

/// None if no recorded run is of the model.
const fastest* fastest_of(const std::string& model, std::int64_t replications) {
  const fastest* chosen = nullptr;
  for (const fastest& row : fastest_by_replications)
    if (row.model == model && row.from_replications <= replications) chosen = &row;
  return chosen;
}

retime::point default_tuning(std::string_view id) {
  const auto is_it = [id](const retime::variant& one) {
    return one.family == problem::family && one.id == id;
  };
  const auto found = std::ranges::find_if(retime::variants(), is_it);
  if (found == retime::variants().end())
    throw std::logic_error(fmt::format("chosen_table.h names no variant: {}", id));
  retime::point tuning;
  for (const auto& axis : found->axes) tuning.set(axis.name, axis.default_value);
  return tuning;
}

retime::reason invalid(const retime::point& at) {
  const std::string& model = at.text("model");
  if (fastest_of(model, 1) != nullptr) return std::nullopt;
  return fmt::format("model={}: no recorded runs say which variant is the fastest", model);
}

runner prepare(const problem& given, const retime::point&) {
  const erased_model& model = model_of(given);
  const fastest& best = *fastest_of(given.model, given.replications);
  if (best.variant == "in_block" && !can_skip(given.generator))
    return model.tlp(given, default_tuning("tlp"));
  retime::point tuning = default_tuning(best.variant);
  tuning.set(std::string(best.axis), best.value);
  if (best.variant == "in_block") return model.in_block(given, tuning);
  return best.variant == "tlp" ? model.tlp(given, tuning) : model.wlp(given, tuning);
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
