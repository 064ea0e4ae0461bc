#include "harness/sweep/processes/process_plan.h"

#include <fmt/format.h>

#include <charconv>

#include "kernels/support/bad_input.h"

namespace retime::sweep {
namespace {

// Student's interval is 13 times the processes' spread from two of them, 5 from three, 3 from five,
// and from ten on it hardly shrinks; three that have two speeds all have one in every fourth case.
constexpr std::size_t fewest_that_tell = 5, most_that_help = 10, most_allowed = 1000;

}  // namespace

process_plan plan_of(const std::string& text) {
  if (text == "auto") return {.least = fewest_that_tell, .most = most_that_help};
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 1 || count > most_allowed)
    throw bad_input(
        fmt::format("--processes '{}': auto, or a number from 1 to {}", text, most_allowed));
  return {.least = count, .most = count};
}

process_plan exactly(std::size_t processes, double sampling_s, double precision) {
  return {.least = processes,
          .most = processes,
          .precision = precision,
          .budget_s = sampling_s * static_cast<double>(processes)};
}

std::optional<stop_reason> enough(const process_plan& plan, const recorded_case& so_far) {
  const recorded_times* times = so_far.measured();
  if (times == nullptr) return stop_reason::single;
  const std::size_t processes = times->processes.size();
  if (processes < plan.least) return std::nullopt;
  if (!times->noisy) return stop_reason::precision;
  const double next_s = times->wall_s / static_cast<double>(processes);
  if (times->wall_s + next_s > plan.budget_s) return stop_reason::budget;
  return processes < plan.most ? std::nullopt : std::optional(stop_reason::processes);
}

}  // namespace retime::sweep
