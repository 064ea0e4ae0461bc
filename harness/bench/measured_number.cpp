#include "harness/bench/measured_number.h"

#include <algorithm>
#include <cmath>

namespace retime::bench {
namespace {

using case_pointers = std::vector<const recorded_case*>;
using workload_of_case = std::map<std::string, axis_value>;

/// A search's short trials are too good or too bad to stand for a variant.
case_pointers cases_of(const published_table& table, const std::string& variant,
                       const std::map<std::string, axis_value>& axes, const recorded_run& run,
                       form wanted) {
  case_pointers found;
  for (const auto& one : run.cases) {
    const bool has_form = wanted == form::tuned || one.printed.value_or(true);
    if (one.variant == variant && one.tuning_role != "search" && has_form && is_in(table, one) &&
        has_values(one, axes))
      found.push_back(&one);
  }
  return found;
}

/// The one of the least time for each workload.
std::map<workload_of_case, const recorded_case*> fastest(const case_pointers& cases) {
  std::map<workload_of_case, const recorded_case*> best;
  for (const auto* one : cases) {
    if (one->measured() == nullptr) continue;
    const auto [at, is_new] = best.emplace(one->workload(), one);
    if (!is_new && one->times->stats.median_ns < at->second->times->stats.median_ns)
      at->second = one;
  }
  return best;
}

double seconds_of(const recorded_case& one) { return one.times->stats.median_ns * 1e-9; }

/// By how much a sample of the work is to be scaled; nothing where the whole was done.
std::optional<double> scale_of(const published_table& table, const recorded_case& one) {
  if (table.scaled.size() != 2) return std::nullopt;
  const auto number = [&](const std::string& axis) -> std::optional<double> {
    const auto found = one.axes.find(axis);
    if (found == one.axes.end()) return std::nullopt;
    try {
      return std::stod(to_text(found->second));
    } catch (const std::exception&) {  // "all"
      return std::nullopt;
    }
  };
  const auto whole = number(table.scaled[0]), part = number(table.scaled[1]);
  if (!whole || !part || *part >= *whole) return std::nullopt;
  return *whole / *part;
}

measured_number number_from(double value, std::initializer_list<const recorded_case*> from) {
  measured_number result{.value = value};
  for (const auto* one : from) {
    result.size = std::max(result.size, size_of(*one).value_or(0));
    result.noisy |= one->times->noisy;
  }
  return result;
}

/// A CPU variant that does all of the work is not scaled, whatever its axes say.
std::optional<measured_number> time_of(const published_table& table, const case_pointers& cases) {
  std::optional<measured_number> best;
  for (const auto& [workload, one] : fastest(cases)) {
    const auto scale = one->runs_on == processor::gpu ? scale_of(table, *one) : std::nullopt;
    auto found = number_from(seconds_of(*one) * scale.value_or(1), {one});
    found.sampled = scale.has_value();
    // The whole counts more than a sample of it.
    const bool is_better = !best || (best->sampled && !found.sampled) ||
                           (best->sampled == found.sampled && found.value < best->value);
    if (is_better) best = found;
  }
  return best;
}

std::optional<measured_number> rate_of(const case_pointers& cases) {
  std::optional<measured_number> best;
  for (const auto* one : cases) {
    if (one->measured() == nullptr || one->work.items <= 0) continue;
    const double rate = one->work.items / seconds_of(*one);
    if (!best || rate > best->value) best = number_from(rate, {one});
  }
  return best;
}

/// By plain least squares, as Hoffmann 2010, Table I; the largest sizes decide.
std::optional<measured_number> coefficient_of(const published_table& table,
                                              const case_pointers& cases) {
  double above = 0, below = 0;
  measured_number result;
  std::size_t points = 0;
  for (const auto& [workload, one] : fastest(cases)) {
    const auto size = size_of(*one);
    if (!size) continue;
    const double growth = std::pow(*size, table.power);
    above += growth * seconds_of(*one);
    below += growth * growth;
    result.size = std::max(result.size, *size);
    result.noisy |= one->times->noisy;
    ++points;
  }
  if (points < 2) return std::nullopt;
  result.value = above / below;
  return result;
}

std::optional<measured_number> time_ratio(const case_pointers& cases, const case_pointers& over) {
  std::optional<measured_number> largest;
  const auto others = fastest(over);
  for (const auto& [workload, one] : fastest(cases)) {
    const auto other = others.find(workload);
    if (other == others.end()) continue;
    const auto found =
        number_from(seconds_of(*other->second) / seconds_of(*one), {one, other->second});
    if (!largest || found.size > largest->size) largest = found;
  }
  return largest;
}

std::optional<measured_number> rate_ratio(const case_pointers& cases, const case_pointers& over) {
  const auto fast = rate_of(cases), slow = rate_of(over);
  if (!fast || !slow) return std::nullopt;
  return measured_number{
      .value = fast->value / slow->value, .size = fast->size, .noisy = fast->noisy || slow->noisy};
}

}  // namespace

std::optional<measured_number> measured(const published_table& table,
                                        const published_number& number, const recorded_run& run,
                                        form wanted) {
  const auto cases = cases_of(table, number.variant, number.axes, run, wanted);
  const auto over = cases_of(table, number.over, number.axes, run, wanted);
  switch (table.kind) {
    case quantity::time:
      return time_of(table, cases);
    case quantity::rate:
      return rate_of(cases);
    case quantity::coefficient:
      return coefficient_of(table, cases);
    case quantity::time_ratio:
      return time_ratio(cases, over);
    case quantity::rate_ratio:
      return rate_ratio(cases, over);
  }
  return std::nullopt;
}

std::optional<measured_number> measured(const published_table& table,
                                        const published_number& number,
                                        const std::vector<recorded_run>& runs, form wanted) {
  std::optional<measured_number> largest;
  for (const auto& run : runs) {
    const auto found = measured(table, number, run, wanted);
    if (found && (!largest || found->size > largest->size)) largest = found;
  }
  return largest;
}

}  // namespace retime::bench
