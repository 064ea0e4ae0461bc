#include "harness/gate/audit/machine_audit.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/cases/repeated_runner.h"
#include "harness/measure/inference.h"
#include "kernels/support/bad_input.h"

namespace retime::gate {
namespace {

/// So fine that the budget ends every session: all comparisons then rest on as many blocks.
constexpr double never_precise_enough = 1e-9;

timing_run run_of(const std::string& key, const measurement& from, bool on_gpu) {
  timed_case one{.on_gpu = on_gpu,
                 .median_ns = from.stats.median_ns,
                 .resolution_limited = from.resolution_limited};
  one.within = (from.stats.ci_high_ns - from.stats.ci_low_ns) / (2 * z_95 * from.stats.median_ns);
  for (const auto& block : from.blocks) {
    if (!block.throttled) one.blocks_ns[static_cast<std::int64_t>(block.block)] = block.median_ns;
  }
  timing_run run{.source = "audit", .session = "audit"};
  run.cases[key] = std::move(one);
  return run;
}

case_result compared(const std::string& key, const measurement& base, const measurement& fresh,
                     bool on_gpu, const compare_options& options) {
  inputs from;
  from.base.push_back(run_of(key, base, on_gpu));
  from.fresh.push_back(run_of(key, fresh, on_gpu));
  return compare_runs(from, options).cases.front();
}

/// The case itself, then once more for each slow-down.
std::vector<cases::repeated_runner> runners_of(erased_runner& inner, const machine_plan& plan) {
  const int base = runs_per_sample(plan.slowdowns);
  std::vector<cases::repeated_runner> runners{{inner, base}};
  for (const double slowdown : plan.slowdowns) {
    runners.emplace_back(inner, static_cast<int>(std::lround(base * (1 + slowdown))));
  }
  return runners;
}

std::vector<measurement> one_session(std::vector<cases::repeated_runner>& runners, processor where,
                                     const machine_plan& plan, int session) {
  std::vector<case_target> targets;
  targets.reserve(runners.size());
  for (auto& runner : runners) targets.push_back({&runner, where});
  return measure_interleaved(targets, {.precision = never_precise_enough,
                                       .budget_s = plan.budget_s,
                                       .seed = plan.seed + static_cast<std::uint64_t>(session)});
}

}  // namespace

int runs_per_sample(const std::vector<double>& slowdowns) {
  for (int count = 1; count <= 1000; ++count) {
    bool exact = true;
    for (const double slowdown : slowdowns) {
      const double extra = count * slowdown;
      exact = exact && std::abs(extra - std::round(extra)) < 1e-9;
    }
    if (exact) return count;
  }
  throw bad_input("--inject: slow-downs in steps of a thousandth, such as 0.01 or 0.025");
}

audited_case audit_on_machine(cases::case_runner& runner, const benchmark_case& what,
                              const machine_plan& plan, const compare_options& options) {
  audited_case result{.key = what.key, .matrix = {}};
  auto prepared = runner.prepare(what);
  if (!prepared.runner) {
    result.reason = fmt::format("{}: {}", to_text(prepared.result.outcome), prepared.result.reason);
    return result;
  }
  const bool on_gpu = what.variant->runs_on == processor::gpu;
  auto runners = runners_of(*prepared.runner, plan);
  measurement last;
  for (int session = 0; session < plan.sessions; ++session) {
    auto times = one_session(runners, what.variant->runs_on, plan, session);
    for (std::size_t i = 0; i < plan.slowdowns.size(); ++i) {
      const auto one = compared(what.key, times.front(), times[i + 1], on_gpu, options);
      result.matrix.add(plan.slowdowns[i], one.word);
      if (plan.slowdowns[i] == 0)
        result.half_widths.push_back(half_width(*one.effect, options.alpha));
    }
    last = std::move(times.front());
  }
  result.median_ns = last.stats.median_ns / runs_per_sample(plan.slowdowns);
  runner.finish(prepared, std::move(last));
  if (prepared.result.outcome != status::correct) result.reason = prepared.result.reason;
  return result;
}

}  // namespace retime::gate
