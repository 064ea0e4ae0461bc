#include "harness/bench/commands/measured_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/bench/progress.h"
#include "harness/files/state_directory.h"
#include "harness/host/exit_status.h"
#include "harness/record/header.h"
#include "harness/record/run_directory.h"
#include "harness/text/number_text.h"
#include "harness/text/output.h"
#include "kernels/device/properties.h"

namespace retime::bench {
namespace {

namespace fs = std::filesystem;

bool is_right(status outcome) {
  return outcome == status::correct || outcome == status::constraint ||
         outcome == status::out_of_memory;
}

std::string counted(std::size_t cases) {
  return cases == 1 ? "1 case" : fmt::format("{} cases", cases);
}

}  // namespace

std::string cost_text(const std::vector<benchmark_case>& cases,
                      const sweep::sweep_run_options& options) {
  const double most_s = sweep::most_seconds(cases, options, device::is_emulation());
  const std::string most =
      most_s > 0 ? fmt::format(", sampling takes at most {}", rough_time_text(most_s)) : "";
  return counted(cases.size()) + most;
}

sweep::sweep_run_options options_for(const run_flags& flags, const planned_sweep& sweep,
                                     double sampling_s) {
  auto options = flags.options();
  options.own_processes = flags.own_processes(sweep, sampling_s);
  options.short_inputs = sweep.short_inputs;
  options.compared = sweep.compared;
  return options;
}

measured_sweep::measured_sweep(const run_flags& flags, sweep::boards& device,
                               const planned_sweep& sweep, double sampling_s)
    : flags_(flags),
      boards_(device),
      sweep_(sweep),
      sampling_s_(sampling_s),
      options_(options_for(flags, sweep, sampling_s)) {}

nlohmann::json measured_sweep::header() const {
  nlohmann::json header = boards_.header();
  header["argv"] = command_line();
  header["measuring"] = flags_.measuring(sampling_s_);
  return header;
}

void measured_sweep::name_folder(const std::vector<benchmark_case>& left, std::size_t cases) const {
  if (left.empty())
    return print_status("{} of {} cases are there: the run is complete\n", cases, cases);
  const std::string there =
      flags_.resume ? fmt::format("{} of {} cases are there; ", cases - left.size(), cases) : "";
  if (!flags_.quiet)
    print_status("{}{}, into {}\n", there, cost_text(left, options_), path_.string());
}

void measured_sweep::measure(const std::vector<benchmark_case>& cases) {
  const nlohmann::json now = header();
  path_ = flags_.out.empty() ? default_run_path(now.at("device").at("name")) : fs::path(flags_.out);
  auto folder =
      flags_.resume ? run_directory::resume(path_, now) : run_directory::create(path_, now);
  std::vector<benchmark_case> left;
  std::ranges::copy_if(cases, std::back_inserter(left),
                       [&](const benchmark_case& each) { return !folder.has(each.key); });
  name_folder(left, cases.size());
  progress shown(left, sweep_.seconds, options_, flags_.quiet);
  note_interrupts();
  boards_.sweep(cases, sweep_.seconds, folder, options_,
                {.begins = [&](const sweep::case_turn& turn) { shown.begin(turn); },
                 .has_record =
                     [&](const recorded_case& result) {
                       shown.end(result);
                       results_.insert_or_assign(result.key, result);
                     },
                 .is_interrupted = is_interrupted});
  clear_progress();
  all_right_ = std::ranges::all_of(folder.outcomes(), is_right,
                                   [](const auto& outcome) { return outcome.second; });
  if (const auto line = floating_clocks(results_, flags_.locked_clock.has_value()))
    print_status("{}\n", *line);
  if (is_interrupted())
    print_status("interrupted; the same command with --resume --out {} goes on\n", path_.string());
}

int measured_sweep::exit_status() const {
  if (is_interrupted()) return interrupted_status;
  return all_right_ ? 0 : 1;
}

}  // namespace retime::bench
