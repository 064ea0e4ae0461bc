#include "variants/replications/model_form.h"

#include <algorithm>
#include <stdexcept>

namespace replications {
namespace {

// Function-local: models register before main, in no known order of files.
std::vector<erased_model>& all_models() {
  static std::vector<erased_model> models;
  return models;
}

const erased_model& named(const std::string& id) {
  const auto model = std::ranges::find(all_models(), id, &erased_model::id);
  if (model == all_models().end()) throw std::logic_error("no model " + id);
  return *model;
}

}  // namespace

const std::vector<erased_model>& models() { return all_models(); }
const erased_model& model_of(const problem& problem) { return named(problem.model); }
const erased_model& model_of(const retime::point& point) { return named(point.text("model")); }

bool add(erased_model added) {
  retime::add_axes(problem::family, added.id, added.axes);
  auto& all = all_models();
  all.insert(std::ranges::upper_bound(all, added.id, {}, &erased_model::id), std::move(added));
  return true;
}

}  // namespace replications
