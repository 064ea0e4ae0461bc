#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/gate/history/history.h"
#include "harness/gate/report.h"
#include "harness/text/number_text.h"
#include "harness/text/text_table.h"
#include "kernels/support/user_file.h"

namespace retime::gate {
namespace {

constexpr double step_confidence = 0.99;

std::size_t level_begin(const history_series& series) {
  return series.steps.empty() ? 0 : series.steps.back().first_run;
}

/// Geometric mean of the runs since the last step.
double level_ns(const history_series& series) {
  double sum = 0;
  const auto begin = level_begin(series);
  for (std::size_t i = begin; i < series.median_ns.size(); ++i)
    sum += std::log(series.median_ns[i]);
  return std::exp(sum / static_cast<double>(series.median_ns.size() - begin));
}

std::string step_text(const history_series& series, const history_step& step) {
  const auto* run = series.runs[step.first_run];
  const auto reach = confidence_interval(step.effect, step_confidence);
  return printable(
      fmt::format("{} {}: {:+.2f} % ({:+.2f} .. {:+.2f}){}{}", run->utc, run->git_sha.substr(0, 7),
                  percent(step.effect.log_ratio), percent(reach.low), percent(reach.high),
                  step.also_changed.empty() ? "" : " with ", fmt::join(step.also_changed, ", ")));
}

/// Cases that changed level most recently first.
std::vector<const history_series*> by_latest_step(const std::vector<history_series>& all) {
  std::vector<const history_series*> rows;
  rows.reserve(all.size());
  for (const auto& series : all) rows.push_back(&series);
  const auto last_change = [](const history_series* series) {
    return series->steps.empty() ? std::string()
                                 : series->runs[series->steps.back().first_run]->utc;
  };
  std::ranges::stable_sort(rows, std::ranges::greater{}, last_change);
  return rows;
}

double latest_percent(const history_series& series) {
  return 100 * (series.median_ns.back() / level_ns(series) - 1);
}

}  // namespace

std::string history_table(const std::vector<history_series>& all) {
  std::string text =
      fmt::format("{:>5} {:>10} {:>10} {:>9}  {}\n", "runs", "level", "latest", "to level", "case");
  for (const history_series* series : by_latest_step(all)) {
    text += fmt::format("{:>5} {:>10} {:>10} {:>+7.2f} %  {}  ({})\n", series->runs.size(),
                        duration_text(level_ns(*series)), duration_text(series->median_ns.back()),
                        latest_percent(*series), printable(series->key), printable(series->device));
    for (const auto& step : series->steps)
      text += fmt::format("{:>40} {}\n", "step", step_text(*series, step));
  }
  return text;
}

std::string history_markdown(const std::vector<history_series>& all) {
  std::string text =
      "| case | runs | level | latest | to level | steps |\n| --- | ---: | ---: | ---: | ---: | "
      "--- |\n";
  for (const history_series* series : by_latest_step(all)) {
    std::vector<std::string> steps;
    for (const auto& step : series->steps) steps.push_back(markdown_text(step_text(*series, step)));
    text += fmt::format("| {} | {} | {} | {} | {:+.2f} % | {} |\n", markdown_code(series->key),
                        series->runs.size(), duration_text(level_ns(*series)),
                        duration_text(series->median_ns.back()), latest_percent(*series),
                        fmt::join(steps, "<br>"));
  }
  return text;
}

nlohmann::json history_json(const std::vector<history_series>& all, const step_options& options) {
  using nlohmann::json;
  json series = json::array();
  for (const auto& history : all) {
    json points = json::array(), steps = json::array();
    for (std::size_t i = 0; i < history.runs.size(); ++i) {
      points.push_back({{"utc", history.runs[i]->utc},
                        {"git_sha", history.runs[i]->git_sha},
                        {"median_ns", history.median_ns[i]}});
    }
    for (const auto& step : history.steps) {
      const auto reach = confidence_interval(step.effect, step_confidence);
      steps.push_back({{"at", step.first_run},
                       {"percent", percent(step.effect.log_ratio)},
                       {"low_percent", percent(reach.low)},
                       {"high_percent", percent(reach.high)},
                       {"also_changed", step.also_changed}});
    }
    series.push_back(
        {{"key", history.key}, {"device", history.device}, {"points", points}, {"steps", steps}});
  }
  return {{"schema_version", 1},
          {"alpha", options.alpha},
          {"margin", options.margin},
          {"confidence", step_confidence},
          {"series", series}};
}

}  // namespace retime::gate
