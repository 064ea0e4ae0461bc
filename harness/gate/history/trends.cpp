#include <fmt/format.h>

#include <cmath>

#include "harness/gate/history/history.h"
#include "harness/text/filter.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

std::string device_of(const history_entry& entry, bool on_gpu) {
  const environment& where = on_gpu ? entry.gpu : entry.host;
  const auto found = where.find(on_gpu ? "GPU" : "host cpu");
  return found == where.end() ? "unknown" : found->second;
}

std::vector<std::string> changed(const environment& before, const environment& after) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : after) {
    const auto was = before.find(name);
    if (was == before.end() || was->second == value) continue;
    lines.push_back(fmt::format("{}: {} -> {}", name, was->second, value));
  }
  return lines;
}

/// The level before `at` against the level from it on, each up to the neighbouring step.
history_step step_at(const history_series& series, const std::vector<double>& logs,
                     std::size_t from, std::size_t at, std::size_t to) {
  const std::span all(logs);
  const auto *before = series.runs[at - 1], *after = series.runs[at];
  const bool on_gpu = after->cases.at(series.key).on_gpu;
  return {at, from_runs(all.subspan(from, at - from), all.subspan(at, to - at), {}),
          changed(on_gpu ? before->gpu : before->host, on_gpu ? after->gpu : after->host)};
}

void find_steps_of(history_series& into, const step_options& options) {
  std::vector<double> logs;
  for (const double time_ns : into.median_ns) logs.push_back(std::log(time_ns));
  const auto found = find_steps(logs, options);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto from = i == 0 ? 0 : found[i - 1];
    const auto to = i + 1 == found.size() ? logs.size() : found[i + 1];
    into.steps.push_back(step_at(into, logs, from, found[i], to));
  }
}

}  // namespace

std::vector<history_series> trends(const std::vector<history_entry>& history,
                                   const std::string& filter, const step_options& options) {
  const key_filter wanted(filter);
  std::map<std::pair<std::string, std::string>, history_series> by_case;
  for (const auto& entry : history) {
    for (const auto& [key, one] : entry.cases) {
      if (!wanted.matches(key)) continue;
      const auto device = device_of(entry, one.on_gpu);
      auto& series = by_case[{key, device}];
      series.key = key;
      series.device = device;
      series.runs.push_back(&entry);
      series.median_ns.push_back(one.median_ns);
    }
  }
  if (by_case.empty())
    throw bad_input(fmt::format("--filter '{}': no case of the history matches", filter));
  std::vector<history_series> all;
  for (auto& [key, series] : by_case) {
    find_steps_of(series, options);
    all.push_back(std::move(series));
  }
  return all;
}

}  // namespace retime::gate
