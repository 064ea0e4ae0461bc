#include "harness/exports/tuning_spaces.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/files/json_input.h"
#include "kernels/support/bad_input.h"

namespace retime::exports {
namespace {

/// Higher is better known.
int standing(const recorded_case& record) {
  return record.tuning_role == "final" ? 2 : record.tuning_role == "winner" ? 1 : 0;
}

/// The values of the tuning axes.
std::vector<axis_value> place_of(const recorded_case& record) {
  std::vector<axis_value> place;
  for (const auto& axis : record.tuning) {
    const auto value = record.axes.find(axis);
    if (value == record.axes.end())
      throw bad_input(fmt::format("case {}: tuning names an axis that it has not: {}",
                                  shown_name(record.key), shown_name(axis)));
    place.push_back(value->second);
  }
  return place;
}

/// In the order recorded; of equals the later one, as of a run that was gone on with.
std::vector<const recorded_case*> one_each(const std::vector<const recorded_case*>& cases) {
  std::vector<const recorded_case*> kept;
  std::map<std::vector<axis_value>, std::size_t> where;
  for (const auto* record : cases) {
    const auto [at, is_new] = where.emplace(place_of(*record), kept.size());
    if (is_new) kept.push_back(record);
    const recorded_case*& known = kept[at->second];
    if (standing(*record) >= standing(*known)) known = record;
  }
  return kept;
}

bool is_untimed(const recorded_case* record) {
  return record->outcome == status::correct && record->measured() == nullptr;
}

/// The formats have no word for a configuration that is correct and was not timed.
void leave_out_untimed(recorded_space& space) {
  const auto untimed = std::ranges::find_if(space.cases, is_untimed);
  if (untimed == space.cases.end()) return;
  const std::string why = outcome_and_reason(**untimed);
  std::erase_if(space.cases, is_untimed);
  if (std::ranges::none_of(space.cases, [](const auto* record) { return record->measured(); }))
    space.unfit = "no configuration has a measured time; the first: " + why;
}

}  // namespace

std::vector<recorded_space> tuning_spaces(const recorded_run& run) {
  std::vector<recorded_space> spaces;
  std::map<std::pair<std::string, std::map<std::string, axis_value>>, std::size_t> where;
  for (const auto& record : run.cases) {
    if (record.tuning.empty()) continue;
    named_problem problem{record.family + "/" + record.variant, record.workload()};
    const auto [at, is_new] =
        where.emplace(std::pair(problem.variant, problem.workload), spaces.size());
    if (is_new) spaces.push_back({.problem = std::move(problem), .cases = {}, .unfit = {}});
    spaces[at->second].cases.push_back(&record);
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
