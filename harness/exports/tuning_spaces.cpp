#include "harness/exports/tuning_spaces.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/exports/outcome.h"
#include "harness/files/json_input.h"
#include "kernels/support/bad_input.h"

namespace retime::exports {
namespace {

/// Higher is better known.
int standing(const recorded_case& one) {
  return one.tuning_role == "final" ? 2 : one.tuning_role == "winner" ? 1 : 0;
}

/// The values of the tuning axes.
std::vector<axis_value> place_of(const recorded_case& one) {
  std::vector<axis_value> place;
  for (const auto& axis : one.tuning) {
    const auto value = one.axes.find(axis);
    if (value == one.axes.end())
      throw bad_input(fmt::format("case {}: tuning names an axis that it has not: {}",
                                  shown_name(one.key), shown_name(axis)));
    place.push_back(value->second);
  }
  return place;
}

/// In the order recorded; of equals the later one, as of a run that was gone on with.
std::vector<const recorded_case*> one_each(const std::vector<const recorded_case*>& cases) {
  std::vector<const recorded_case*> kept;
  std::map<std::vector<axis_value>, std::size_t> where;
  for (const auto* one : cases) {
    const auto [at, is_new] = where.emplace(place_of(*one), kept.size());
    if (is_new) kept.push_back(one);
    const recorded_case*& known = kept[at->second];
    if (standing(*one) >= standing(*known)) known = one;
  }
  return kept;
}

bool is_untimed(const recorded_case* one) {
  return one->outcome == status::correct && one->measured() == nullptr;
}

/// The formats have no word for a configuration that is correct and was not timed.
void leave_out_untimed(recorded_space& space) {
  const auto untimed = std::ranges::find_if(space.cases, is_untimed);
  if (untimed == space.cases.end()) return;
  const std::string why = outcome_of(**untimed);
  std::erase_if(space.cases, is_untimed);
  if (std::ranges::none_of(space.cases, [](const auto* one) { return one->measured(); }))
    space.unfit = "no configuration has a measured time; the first: " + why;
}

}  // namespace

std::vector<recorded_space> tuning_spaces(const recorded_run& run) {
  std::vector<recorded_space> spaces;
  std::map<std::pair<std::string, std::map<std::string, axis_value>>, std::size_t> where;
  for (const auto& one : run.cases) {
    if (one.tuning.empty()) continue;
    named_problem what{one.family + "/" + one.variant, one.workload()};
    const auto [at, is_new] = where.emplace(std::pair(what.variant, what.workload), spaces.size());
    if (is_new) spaces.push_back({.what = std::move(what), .cases = {}, .unfit = {}});
    spaces[at->second].cases.push_back(&one);
  }
  if (spaces.empty())
    throw bad_input(
        fmt::format("{}: no tuning space: no case has a tuning axis", run.path.string()));
  for (auto& space : spaces) {
    space.cases = one_each(space.cases);
    leave_out_untimed(space);
  }
  return spaces;
}

}  // namespace retime::exports
