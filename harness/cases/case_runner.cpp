#include "harness/cases/case_runner.h"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <new>

#include "harness/cases/after_timing.h"
#include "harness/cases/memory_fit.h"
#include "harness/cases/repeated_runner.h"
#include "harness/cases/run_once.h"
#include "harness/cases/saved_files.h"
#include "harness/host/clock.h"
#include "harness/host/process_resources.h"
#include "kernels/device/errors.h"
#include "kernels/device/properties.h"
#include "kernels/support/bad_input.h"

namespace retime::cases {
namespace {

void fail(prepared_case& into, status outcome, std::string reason) {
  into.result.outcome = outcome;
  into.result.reason = std::move(reason);
  into.runner.reset();
}

/// Runs a step of a case; what it throws becomes the case's outcome.
template <class Step>
void contain(prepared_case& into, Step step) {
  try {
    step();
  } catch (const bad_input&) {
    throw;
  } catch (const device::out_of_memory& error) {
    fail(into, status::out_of_memory, error.what());
  } catch (const device::does_not_fit& error) {
    fail(into, status::constraint, error.what());
  } catch (const device::not_compiled& error) {
    fail(into, status::compile_error, error.what());
  } catch (const std::bad_alloc&) {
    fail(into, status::out_of_memory, "out of host memory");
  } catch (const std::exception& error) {
    fail(into, status::runtime_error, error.what());
  }
}

std::string name_of(const benchmark_case& benchmark) {
  return benchmark.family->id + "/" + benchmark.variant->id;
}

/// One run from the initial state, compared with the reference; returns the answer.
erased first_run(prepared_case& prepared) {
  recorded_case& result = prepared.result;
  const single_run once = run_once(*prepared.runner, result.emulated);
  result.accesses = once.run.accesses;
  prepared.first_run_ns = once.run.time_ns;
  result.phases.transfer_in = once.transfer_in_ns;
  result.phases.transfer_out = once.transfer_out_ns;
  result.verify =
      prepared.benchmark.family->compare(prepared.problem, once.answer, prepared.expected);
  return once.answer;
}

/// Whose text is the reason; nothing if all samples can be times.
std::optional<std::string> impossible_time(const measurement& timing) {
  for (const auto* samples : {&timing.samples_ns, &timing.throttled_ns}) {
    const auto wrong = std::ranges::find_if(*samples, [](double ns) { return !(ns > 0); });
    if (wrong != samples->end())
      return fmt::format("a sample of {:.6g} ns: the clock does not go forward", *wrong);
  }
  return std::nullopt;
}

}  // namespace

case_runner::case_runner(run_options options) : all_cores_(omp_get_max_threads()) {
  set_options(std::move(options));
}

void case_runner::set_options(run_options options) {
  options_ = std::move(options);
  options_.input.cores = std::min(options_.input.cores, all_cores_);
}

recorded_case case_runner::run(const benchmark_case& benchmark) {
  const stopwatch watch;
  const core_limit limited(cores_for(benchmark));
  prepared_case prepared = prepare(benchmark);
  contain(prepared, [&] {
    if (!prepared.runner) return;
    if (options_.profiled) return profile(prepared);
    if (!options_.timed) return verify_further(prepared, watch.s());
    measurement timing = timed(prepared);
    begin(host_use::none);  // others may have waited for it
    begin(use_of(benchmark));
    finish(prepared, std::move(timing));
  });
  if (!options_.profiled) prepared.result.phases.whole = watch.ns();  // a profiler takes its time
  return std::move(prepared.result);
}

measurement case_runner::timed(prepared_case& prepared) {
  const benchmark_case& benchmark = prepared.benchmark;
  measure_options measuring = options_.measuring;
  measuring.cores = cores_of(benchmark);
  repeated_runner repeated(*prepared.runner, prepared.runs = options_.runs);
  std::optional<usual_allocation> as_usual;
  if (benchmark.variant->runs_on == processor::cpu) as_usual.emplace();
  measurement timing = measure(repeated, benchmark.variant->runs_on, measuring);
  if (timing.cores != host_cores::unknown) seen_cores_[name_of(benchmark)] = timing.cores;
  return timing;
}

std::vector<recorded_case> case_runner::run_interleaved(std::span<const benchmark_case> cases) {
  std::vector<prepared_case> prepared;
  for (const auto& benchmark : cases) prepared.push_back(prepare(benchmark));
  std::vector<case_target> targets;
  std::vector<prepared_case*> timed;
  for (auto& each : prepared) {
    if (!each.runner) continue;
    targets.push_back({each.runner.get(), each.benchmark.variant->runs_on});
    timed.push_back(&each);
  }
  begin(host_use::alone);
  auto timings = measure_interleaved(targets, options_.measuring);
  for (std::size_t i = 0; i < timed.size(); ++i) {
    contain(*timed[i], [&] { finish(*timed[i], std::move(timings[i])); });
  }
  std::vector<recorded_case> results;
  results.reserve(prepared.size());
  for (auto& each : prepared) results.push_back(std::move(each.result));
  return results;
}

prepared_case case_runner::prepare(const benchmark_case& benchmark) {
  const core_limit limited(cores_for(benchmark));
  begin(host_use::light);
  prepared_case prepared;
  prepared.benchmark = benchmark;
  prepared.result = blank_record(benchmark);
  contain(prepared, [&] {
    const auto memory = prepared.result.memory = memory_of(benchmark);
    const auto too_much =
        memory ? shortage(*memory, benchmark.family->size_axis) : std::optional<std::string>();
    if (too_much) {
      fail(prepared, status::out_of_memory, *too_much);
    } else if (const auto why = benchmark.variant->invalid(benchmark.point)) {
      fail(prepared, status::constraint, *why);
    } else {
      first_phases(benchmark, prepared);
    }
  });
  return prepared;
}

phase_times case_runner::make_input(const benchmark_case& benchmark) {
  phase_times took;
  input_of(benchmark, took);
  begin(host_use::light);
  return took;
}

void case_runner::begin(host_use next) const {
  if (options_.measuring.begin_use) options_.measuring.begin_use(next);
}

int case_runner::cores_for(const benchmark_case& benchmark) const {
  return use_of(benchmark) == host_use::alone ? all_cores_ : options_.input.cores;
}

host_cores case_runner::cores_of(const benchmark_case& benchmark) const {
  const auto seen = seen_cores_.find(name_of(benchmark));
  return seen == seen_cores_.end() ? benchmark.variant->cores : seen->second;
}

host_use case_runner::use_of(const benchmark_case& benchmark) const {
  const bool is_on_all_cores =  // or may be, as far as is known
      benchmark.variant->runs_on == processor::cpu && cores_of(benchmark) != host_cores::one;
  return is_on_all_cores || benchmark.variant->gpus(benchmark.point) > 1 ? host_use::alone
                                                                         : host_use::light;
}

const judged_problem& case_runner::input_of(const benchmark_case& benchmark, phase_times& took) {
  return inputs_.of(
      benchmark, options_.input, [&](host_use next) { begin(next); }, took);
}

void case_runner::trace(const benchmark_case& benchmark, prepared_case& into) {
  if (traced_key_ != benchmark.workload_key) traced_.clear();
  traced_key_ = benchmark.workload_key;
  const auto [entry, is_new] = traced_.try_emplace(benchmark.variant->id);
  if (is_new) entry->second = trace_once(*into.runner);
  for (const auto& [name, along] : entry->second) into.result.answers.along[name] = along;
}

void case_runner::first_phases(const benchmark_case& benchmark, prepared_case& into) {
  recorded_case& result = into.result;
  const judged_problem& input = input_of(benchmark, result.phases);
  begin(use_of(benchmark));
  options_.input_is_made();
  inputs_.begin_next(options_.input);
  into.problem = input.problem;
  into.expected = input.expected;
  result.work = benchmark.variant->work(into.problem, benchmark.point);
  const probed probes = run_probes(benchmark, input.probes);
  if (probes.wrong) {
    result.verify = probes.wrong;
    add_note(*result.verify, probes.note);
    return fail(into, status::incorrect, probes.note + ": " + mismatch(*probes.wrong));
  }

  const stopwatch watch;
  into.runner = benchmark.variant->prepare(into.problem, benchmark.point);
  result.phases.prepare = watch.ns();
  result.launch = into.runner->launch();

  const erased answer = first_run(into);
  add_note(*result.verify, probes.note);
  result.answers = benchmark.family->observe(into.problem, answer);
  result.answers.numbers.insert(result.work.observables.begin(), result.work.observables.end());
  if (!result.verify->correct()) return fail(into, status::incorrect, mismatch(*result.verify));
  if (options_.traced) trace(benchmark, into);
  if (options_.save) {
    result.saved =
        save_arrays(*options_.save, benchmark, benchmark.family->arrays(into.problem, answer));
  }
}

void case_runner::verify_further(prepared_case& prepared, double so_far_s) {
  constexpr double first_case_s = 0.06, share = 0.05;
  const auto& benchmark = prepared.benchmark;
  const bool is_first = looked_into_.insert(name_of(benchmark)).second;
  after_timing look(prepared, is_first ? first_case_s : share * so_far_s);
  if (const auto why = look.fault()) fail(prepared, status::incorrect, "in a later run: " + *why);
}

void case_runner::profile(prepared_case& prepared) {
  recorded_case& result = prepared.result;
  const erased answer = profiled_run(*prepared.runner, prepared.benchmark.key);
  result.verify_after =
      prepared.benchmark.family->compare(prepared.problem, answer, prepared.expected);
  add_note(*result.verify_after, "the profiled run");
  if (!result.verify_after->correct())
    fail(prepared, status::incorrect, "while profiled: " + mismatch(*result.verify_after));
}

void case_runner::finish(prepared_case& prepared, measurement timing) {
  if (const auto why = impossible_time(timing)) return fail(prepared, status::runtime_error, *why);
  const benchmark_case& benchmark = prepared.benchmark;
  if (benchmark.variant->gpus(benchmark.point) > 1)
    timing.energy.reset();  // it is the selected GPU's alone
  const bool brief = static_cast<bool>(options_.measuring.brief);
  if (const auto why = after_timing(prepared, timing, brief).fault())
    return fail(prepared, status::incorrect, "after timing: " + *why);
  prepared.result.times = times_of(timing, prepared.result.emulated);
  if (benchmark.variant->runs_on == processor::gpu && options_.ceiling_bytes_per_s) {
    prepared.result.ceiling_bytes_per_s =
        *options_.ceiling_bytes_per_s * benchmark.variant->gpus(benchmark.point);
  }
}

}  // namespace retime::cases
