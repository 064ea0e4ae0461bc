#include "harness/tune/strategy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/support/bad_input.h"

namespace retime::tune {
namespace {

std::vector<strategy_form>& all() {
  static std::vector<strategy_form> forms;
  return forms;
}

}  // namespace

bool register_strategy(strategy_form form) {
  auto& forms = all();
  const auto at = std::ranges::lower_bound(forms, form.id, {}, &strategy_form::id);
  forms.insert(at, std::move(form));
  return true;
}

std::span<const strategy_form> strategies() { return all(); }

const strategy_form& strategy_named(const std::string& id) {
  const auto found = std::ranges::find(all(), id, &strategy_form::id);
  if (found != all().end()) return *found;
  std::vector<std::string> ids;
  for (const auto& each : all()) ids.push_back(each.id);
  throw bad_input(fmt::format("strategy '{}' is none of {}", id, fmt::join(ids, ", ")));
}

}  // namespace retime::tune
