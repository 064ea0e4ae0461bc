#include "harness/sweep/flags/sweep_flags.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "harness/files/json_output.h"
#include "harness/flags/common_flags.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::sweep {
namespace {

constexpr unsigned most_mhz_written = 100'000;  // far beyond any GPU

sm_clock sm_clock_named(const std::string& text) {
  if (text.empty()) return {};
  unsigned mhz = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, mhz);
  if (read.ec != std::errc{} || read.ptr != end || mhz < 1 || mhz > most_mhz_written)
    throw bad_input(
        fmt::format("--lock-clocks '{}': a clock in MHz, or nothing for the base clock", text));
  return {.mhz = mhz};
}

}  // namespace

void sweep_flags::add_to(CLI::App& command) {
  add_all_but_seed(command);
  command.add_option("--seed", seed, "Seed of inputs and of the order of cases")
      ->default_str("that of each family");
}

void sweep_flags::add_all_but_seed(CLI::App& command) {
  begin_group(command, "Cases");
  add_filter(command, filter);
  command.add_option("--profile", profile, "Sizes to sweep, where no --axis names them")
      ->type_name("smoke|quick|paper")
      ->capture_default_str();
  command
      .add_option("-a,--axis", axes,
                  "Values of an axis: NAME=V,V or NAME=LO..HI:xK (by factor) or NAME=LO..HI:+K (by "
                  "step), for a tuning axis also NAME=all; may be repeated")
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false);
  add_device_name(command, device);
}

sweep_request sweep_flags::request() const {
  sweep_request request{filter, profile, {}, seed};
  for (const auto& axis : axes) request.axes.push_back(parse_axis_setting(axis));
  return request;
}

nlohmann::json sweep_flags::request_to_worker() const {
  return {{"do", "cases"},
          {"filter", filter},
          {"profile", profile},
          {"axes", axes},
          {"seed", or_null(seed)}};
}

void name_boards(CLI::App& command) {
  command.get_option("--device")
      ->description(
          "The GPU, or the emulation; all: every GPU of this host, by MPI. Under mpirun or srun "
          "each rank but the first has one of its own")
      ->type_name("auto|all|cuda:N");
}

void check_precision(double precision) {
  if (precision > 0 && precision < 1) return;
  throw bad_input(
      fmt::format("--precision {}: a relative half-width above 0 and below 1", precision));
}

cache_state cache_named(const std::string& text) {
  if (const auto state = cache_state_from(text)) return *state;
  throw bad_input(fmt::format("--cache '{}': warm or cold", text));
}

void add_lock_clocks(CLI::App& command, std::optional<sm_clock>& into) {
  command
      .add_option_function<std::string>(
          "--lock-clocks", [&into](const std::string& text) { into = sm_clock_named(text); },
          "Lock the GPU's SM clock at MHZ, else at its base clock, and unlock it at the end, "
          "however "
          "that comes; needs root")
      ->type_name("[MHZ]")
      ->expected(0, 1);
}

void check_lock_clocks(const std::optional<sm_clock>& asked, const std::string& device) {
  if (!asked) return;
  if (device::is_emulation())
    throw bad_input("--lock-clocks: this program has no GPU, and the emulation has no clocks");
  if (device == "all")
    throw bad_input(
        "--lock-clocks: locks the clocks of one GPU, --device cuda:N; sudo nvidia-smi -lgc MHZ "
        "locks those of all");
}

}  // namespace retime::sweep
