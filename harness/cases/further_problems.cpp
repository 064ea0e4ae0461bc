#include "harness/cases/further_problems.h"

#include <fmt/format.h>

#include "harness/cases/run_once.h"

namespace retime::cases {
namespace {

verification outcome_of(const benchmark_case& benchmark, const known_probe& probe) {
  const erased& problem = probe.asked.problem;
  const auto runner = benchmark.variant->prepare(problem, benchmark.point);
  return benchmark.family->compare(problem, run_once(*runner).answer, probe.expected);
}

}  // namespace

judged_problem judged(const family& owner, const erased& problem) {
  judged_problem made{problem, owner.reference(problem), {}};
  for (erased_probe& asked : owner.probes(problem)) {
    erased expected = owner.reference(asked.problem);
    made.probes.push_back({std::move(asked), std::move(expected)});
  }
  return made;
}

probed run_probes(const benchmark_case& benchmark, std::span<const known_probe> probes) {
  probed seen;
  for (const known_probe& probe : probes) {
    const verification outcome = outcome_of(benchmark, probe);
    if (!outcome.correct()) return {outcome, fmt::format("wrong {}", probe.asked.name)};
    seen.note += fmt::format("{} {} ({} = {:.6g})", seen.note.empty() ? "also right" : " and",
                             probe.asked.name, outcome.metric, outcome.value);
  }
  return seen;
}

}  // namespace retime::cases
