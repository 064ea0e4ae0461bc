#include <fmt/format.h>

#include <cmath>

#include "harness/gate/history/history.h"
#include "harness/text/filter.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

std::string device_of(const history_entry& entry, bool on_gpu) {
  const environment& where = on_gpu ? entry.gpu : entry.host;
  const auto name = where.find(on_gpu ? "GPU" : "host cpu");
  return name == where.end() ? "unknown" : name->second;
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
                     std::size_t begin, std::size_t first_run, std::size_t end) {
  const std::span all(logs);
  const auto *before = series.runs[first_run - 1], *after = series.runs[first_run];
  const bool on_gpu = after->cases.at(series.key).on_gpu;
  return {
      first_run,
      from_runs(all.subspan(begin, first_run - begin), all.subspan(first_run, end - first_run), {}),
      changed(on_gpu ? before->gpu : before->host, on_gpu ? after->gpu : after->host)};
}

void find_steps_of(history_series& into, const step_options& options) {
  std::vector<double> logs;
  for (const double time_ns : into.median_ns) logs.push_back(std::log(time_ns));
  const auto starts = find_steps(logs, options);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const auto begin = i == 0 ? 0 : starts[i - 1];
    const auto end = i + 1 == starts.size() ? logs.size() : starts[i + 1];
    into.steps.push_back(step_at(into, logs, begin, starts[i], end));
  }
}

}  // namespace

std::vector<history_series> trends(const std::vector<history_entry>& history,
                                   const std::string& filter, const step_options& options) {
  const key_filter keys(filter);
  std::map<std::pair<std::string, std::string>, history_series> by_case;
  for (const auto& entry : history) {
    for (const auto& [key, time] : entry.cases) {
      if (!keys.matches(key)) continue;
      const auto device = device_of(entry, time.on_gpu);
      auto& series = by_case[{key, device}];
      series.key = key;
      series.device = device;
      series.runs.push_back(&entry);
      series.median_ns.push_back(time.median_ns);
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
