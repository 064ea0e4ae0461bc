#include "harness/sweep/flags/lock_clocks_flag.h"

#include <fmt/format.h>

#include <charconv>

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
