#include "harness/tune/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "harness/support/json_fields.h"
#include "kernels/support/user_file.h"

namespace retime::tune {
namespace {

std::vector<landscape> landscapes(const std::vector<recording>& spaces) {
  std::vector<landscape> result;
  result.reserve(spaces.size());
  for (const auto& each : spaces) result.emplace_back(each);
  return result;
}

/// Calls work(k) for k in [0, count) over the threads.
template <class Work>
void parallel_for(std::size_t count, std::size_t threads, Work work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> workers;
  for (std::size_t t = 0; t < std::max<std::size_t>(threads, 1); ++t) {
    workers.emplace_back([&] {
      for (std::size_t k; (k = next.fetch_add(1)) < count;) work(k);
    });
  }
}

strategy_score score_strategy(const strategy_form& which, const std::vector<recording>& spaces,
                              const std::vector<landscape>& lands, const contest_options& options) {
  std::vector<std::vector<trajectory>> runs(spaces.size(), std::vector<trajectory>(options.seeds));
  std::vector<double> search_s(spaces.size() * options.seeds);
  std::vector<std::size_t> paid(search_s.size());
  parallel_for(search_s.size(), options.threads, [&](std::size_t task) {
    const auto s = task / options.seeds, seed = task % options.seeds;
    const auto run = replay(which, spaces[s], options.evaluations, seed + 1);
    for (const auto c : run.order) {
      const bool valid = spaces[s].trials[c].valid();
      runs[s][seed].push_back(valid ? spaces[s].value_to_minimise(c) : no_value);
    }
    search_s[task] = run.search_s;
    paid[task] = run.order.size();
  });
  auto result = score(which.id, lands, runs, options.evaluations, columns_of(options));
  double seconds = 0, count = 0;
  for (std::size_t k = 0; k < paid.size(); ++k) {
    seconds += search_s[k];
    count += static_cast<double>(paid[k]);
  }
  result.search_ms = 1e3 * seconds / std::max(count, 1.0);
  return result;
}

void best_first(std::vector<strategy_score>& scores) {
  std::ranges::stable_sort(scores, std::greater{},
                           [](const auto& s) { return s.performance.mean; });
}

std::string without_endings(std::filesystem::path name) {
  while (name.extension() == ".gz" || name.extension() == ".json") name = name.stem();
  return name.string();
}

/// A number for each evaluation, null for one that failed.
trajectory values_of(const json& run) {
  constexpr double most = 1e100;  // as of a recording's objective
  fields::present_at(run, "/values");
  fields::or_none<std::uint64_t>(run, "/seed");
  trajectory values;
  for (const auto& value : fields::array_at(run, "/values")) {
    const char* place = "an entry of /values";
    values.push_back(value.is_null()
                         ? no_value
                         : fields::within(fields::as<double>(value, place), place, -most, most));
  }
  return values;
}

/// Runs by strategy, space and seed.
using trajectories = std::map<std::string, std::vector<std::vector<trajectory>>>;

/// As many seeds at most.
trajectories read_trajectories(const std::filesystem::path& file,
                               const std::vector<recording>& spaces, std::size_t seeds) {
  std::map<std::string, std::size_t> space_index;
  for (std::size_t s = 0; s < spaces.size(); ++s) space_index[spaces[s].name] = s;
  trajectories by_strategy;
  std::istringstream lines(read_text(file));
  with_json_lines(file.string(), lines, [&](const json& run) {
    const auto found = space_index.find(without_endings(fields::at<std::string>(run, "/space")));
    const auto strategy = printable(fields::at<std::string>(run, "/strategy"));
    trajectory values = values_of(run);
    if (found == space_index.end()) return;
    for (double& value : values) value = to_minimise(value, spaces[found->second].towards);
    auto& runs = by_strategy[strategy];
    runs.resize(spaces.size());
    if (runs[found->second].size() < seeds) runs[found->second].push_back(std::move(values));
  });
  return by_strategy;
}

ordered_json to_json(const interval& x) { return {{"mean", x.mean}, {"half_width", x.half_width}}; }

}  // namespace

std::vector<std::size_t> columns_of(const contest_options& options) {
  auto columns = options.columns;
  std::erase_if(columns, [&](std::size_t c) { return c > options.evaluations; });
  if (columns.empty()) columns.push_back(options.evaluations);
  return columns;
}

std::vector<strategy_score> contest(const std::vector<recording>& spaces,
                                    const contest_options& options) {
  const auto lands = landscapes(spaces);
  std::vector<strategy_score> scores{
      random_baseline(lands, options.evaluations, columns_of(options))};
  for (const auto& id : options.strategies) {
    scores.push_back(score_strategy(strategy_named(id), spaces, lands, options));
    options.scored(scores.back());
  }
  best_first(scores);
  return scores;
}

std::vector<strategy_score> score_trajectories(const std::filesystem::path& file,
                                               const std::vector<recording>& spaces,
                                               const contest_options& options,
                                               std::vector<std::string>& left_out) {
  const auto lands = landscapes(spaces);
  std::vector<strategy_score> scores;
  for (const auto& [strategy, runs] : read_trajectories(file, spaces, options.seeds)) {
    if (std::ranges::any_of(runs, [](const auto& r) { return r.empty(); })) {
      left_out.push_back(strategy);
    } else {
      scores.push_back(score(strategy, lands, runs, options.evaluations, columns_of(options)));
    }
  }
  best_first(scores);
  return scores;
}

std::string table(const std::vector<strategy_score>& scores,
                  const std::vector<std::size_t>& columns) {
  std::string text = "| strategy |";
  for (const auto c : columns) text += fmt::format(" {} |", c);
  text += " P | worst space at the last | ms an evaluation |\n|---|";
  for (std::size_t k = 0; k < columns.size() + 3; ++k) text += "---|";
  text += "\n";
  for (const auto& each : scores) {
    text += fmt::format("| {} |", each.strategy);
    for (const auto& x : each.ratio)
      text += fmt::format(" {:.3f} ± {:.3f} |", x.mean, x.half_width);
    const auto worst = std::ranges::min_element(each.spaces, {},
                                                [](const auto& s) { return s.ratio.back().mean; });
    text += fmt::format(" {:+.2f} ± {:.2f} | {:.3f} {} | {} |\n", each.performance.mean,
                        each.performance.half_width, worst->ratio.back().mean, worst->space,
                        each.search_ms > 0 ? fmt::format("{:.2f}", each.search_ms) : "");
  }
  return text;
}

ordered_json to_json(const std::vector<strategy_score>& scores, const contest_options& options) {
  ordered_json document{
      {"schema", "retime-tuning-score"},    {"version", 1},
      {"evaluations", options.evaluations}, {"seeds", options.seeds},
      {"columns", columns_of(options)},     {"strategies", ordered_json::array()}};
  for (const auto& each : scores) {
    ordered_json one{{"strategy", each.strategy},
                     {"performance", to_json(each.performance)},
                     {"search_ms_per_evaluation", each.search_ms},
                     {"curve", each.curve}};
    for (const auto& x : each.ratio) one["ratio"].push_back(to_json(x));
    for (const auto& s : each.spaces) {
      ordered_json space{
          {"space", s.space},
          {"budget",
           {{"first", s.budget.first}, {"last", s.budget.last}, {"last_s", s.budget.last_s}}},
          {"performance", to_json(s.performance)},
          {"curve", s.curve}};
      for (const auto& x : s.ratio) space["ratio"].push_back(to_json(x));
      one["spaces"].push_back(std::move(space));
    }
    document["strategies"].push_back(std::move(one));
  }
  return document;
}

}  // namespace retime::tune
