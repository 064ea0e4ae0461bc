#include "harness/gate/audit/within.h"

#include <fmt/format.h>

#include "harness/measure/inference.h"

namespace retime::gate {
namespace {

/// So fine that the budget ends every session: all comparisons then rest on as many blocks.
constexpr double never_precise_enough = 1e-9;

timed_case side_of(const measurement& timing, bool on_gpu) {
  const statistics& stats = timing.stats;
  timed_case side{.on_gpu = on_gpu,
                  .median_ns = stats.median_ns,
                  .within = (stats.ci_high_ns - stats.ci_low_ns) / (2 * z_95 * stats.median_ns),
                  .resolution_limited = timing.resolution_limited};
  for (const auto& block : timing.blocks) {
    if (!block.throttled) side.blocks_ns[static_cast<std::int64_t>(block.block)] = block.median_ns;
  }
  return side;
}

std::vector<cases::repeated_runner> runners_of(erased_runner& inner, const within_plan& plan) {
  std::vector<cases::repeated_runner> runners{{inner, plan.sides.front().base}};
  for (const auto& side : plan.sides) runners.emplace_back(inner, side.longer);
  return runners;
}

std::vector<measurement> time_session(std::vector<cases::repeated_runner>& runners, processor where,
                                      const within_plan& plan, int session) {
  std::vector<case_target> targets;
  targets.reserve(runners.size());
  for (auto& runner : runners) targets.push_back({&runner, where});
  return measure_interleaved(targets, {.precision = never_precise_enough,
                                       .budget_s = plan.budget_s,
                                       .seed = plan.seed + static_cast<std::uint64_t>(session)});
}

}  // namespace

measured_case measure_within(cases::case_runner& runner, const benchmark_case& audited,
                             const within_plan& plan) {
  measured_case result{.key = audited.key, .reason = {}};
  auto prepared = runner.prepare(audited);
  if (!prepared.runner) {
    result.reason = fmt::format("{}: {}", to_text(prepared.result.outcome), prepared.result.reason);
    return result;
  }
  const bool on_gpu = audited.variant->runs_on == processor::gpu;
  auto runners = runners_of(*prepared.runner, plan);
  measurement last;
  for (int session = 0; session < plan.sessions; ++session) {
    auto times = time_session(runners, audited.variant->runs_on, plan, session);
    result.rounds.base.push_back(side_of(times.front(), on_gpu));
    for (std::size_t i = 0; i < plan.sides.size(); ++i)
      result.rounds.new_sides[plan.sides[i].slowdown()].push_back(side_of(times[i + 1], on_gpu));
    last = std::move(times.front());
  }
  runner.finish(prepared, std::move(last));
  if (prepared.result.outcome != status::correct) result.reason = prepared.result.reason;
  return result;
}

}  // namespace retime::gate
