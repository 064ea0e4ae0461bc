#include "harness/bench/commands/tuned_sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "harness/files/state_directory.h"
#include "harness/record/best_table.h"
#include "harness/text/output.h"

namespace retime::bench {
namespace {

/// The table that --tuned names, or that of this GPU, which may have none yet.
std::optional<tune::best_table> table_of(const std::string& named, sweep::boards& device) {
  if (!named.empty()) return tune::best_table::read(named);
  const std::filesystem::path file = default_table(device.header().at("device").at("name"));
  if (std::filesystem::exists(file)) return tune::best_table::read(file);
  print_status(
      "--tuned: this GPU has no table yet ({}); the recommended settings run, which are the "
      "axes' defaults\n",
      file.string());
  return std::nullopt;
}

}  // namespace

planned_sweep tuned_sweep(const planned_sweep& recommended, const run_flags& flags,
                          sweep::boards& device) {
  const auto table = table_of(*flags.tuned, device);
  if (!table) return recommended;
  std::vector<std::string> fixed;
  for (const auto& axis : flags.sweep.axes) fixed.push_back(parse_axis_setting(axis).name);
  planned_sweep changed{.short_inputs = recommended.short_inputs, .compared = recommended.compared};
  std::set<std::string> seen, without_entry;
  for (const auto& what : recommended.cases) {
    auto best = table->tuned(what, fixed);
    if (!best && !what.variant->axes.empty())
      without_entry.insert(what.family->id + "/" + what.variant->id);
    const benchmark_case& taken = best ? *best : what;
    if (seen.insert(taken.key).second) changed.cases.push_back(taken);
    const auto listed = recommended.processes.find(what.key);
    if (listed == recommended.processes.end()) continue;
    auto& processes = changed.processes[taken.key];
    processes = std::max(processes, listed->second);
    changed.seconds[taken.key] += recommended.seconds.at(what.key);
  }
  if (!without_entry.empty())
    print_status(
        "--tuned: no entry for {}; their recommended settings run, which are the axes' "
        "defaults\n",
        fmt::join(without_entry, ", "));
  return changed;
}

}  // namespace retime::bench
