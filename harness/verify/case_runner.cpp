#include "harness/verify/case_runner.h"

#include <fmt/format.h>

#include <chrono>
#include <new>

#include "harness/cli/bad_input.h"
#include "harness/verify/memory_fit.h"
#include "harness/verify/run_once.h"
#include "harness/verify/saved_files.h"
#include "kernels/device/errors.h"
#include "kernels/device/properties.h"

namespace retime {
namespace {

using host_clock = std::chrono::steady_clock;

double since_ns(host_clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(host_clock::now() - begin).count();
}

void fail(record& into, status outcome, std::string reason) {
  into.outcome = outcome;
  into.reason = std::move(reason);
}

}  // namespace

record case_runner::run(const benchmark_case& what) {
  record result;
  result.what = what;
  result.emulated = device::is_emulation() && what.variant->runs_on == processor::gpu;
  try {
    if (const auto why = what.variant->invalid(what.at)) {
      fail(result, status::constraint, *why);
    } else if (const auto too_much = does_not_fit(what)) {
      fail(result, status::out_of_memory, *too_much);
    } else {
      run_phases(what, result);
    }
  } catch (const bad_input&) {
    throw;
  } catch (const device::out_of_memory& error) {
    fail(result, status::out_of_memory, error.what());
  } catch (const std::bad_alloc&) {
    fail(result, status::out_of_memory, "out of host memory");
  } catch (const std::exception& error) {
    fail(result, status::runtime_error, error.what());
  }
  return result;
}

void case_runner::make_shared(const benchmark_case& what, record& into) {
  if (shared_.workload_key != what.workload_key) {
    shared_ = {};
    traced_.clear();
    auto begin = host_clock::now();
    try {
      shared_.problem = what.family->make(what.at);
    } catch (const std::invalid_argument& error) {
      throw bad_input(error.what());
    }
    into.phases.make_input = since_ns(begin);
    begin = host_clock::now();
    shared_.expected = what.family->reference(shared_.problem);
    into.phases.reference = since_ns(begin);
    shared_.workload_key =
        what.workload_key;  // last: an input that failed is made anew for the next variant
  }
}

verification case_runner::verify(const benchmark_case& what, erased_runner& runner, record& into,
                                 erased& answer) {
  const single_run once = run_once(runner);
  into.phases.transfer_in = once.transfer_in_ns;
  into.phases.transfer_out = once.transfer_out_ns;
  answer = once.answer;
  return what.family->compare(shared_.problem, once.answer, shared_.expected);
}

void case_runner::trace(const benchmark_case& what, erased_runner& runner, record& into) {
  const auto [known, is_new] = traced_.try_emplace(what.variant->id);
  if (is_new) known->second = trace_once(runner);
  for (const auto& [name, along] : known->second) into.answers.along[name] = along;
}

void case_runner::run_phases(const benchmark_case& what, record& into) {
  make_shared(what, into);
  into.work = what.variant->work(shared_.problem, what.at);

  const auto begin = host_clock::now();
  const auto runner = what.variant->prepare(shared_.problem, what.at);
  into.phases.prepare = since_ns(begin);
  into.launch = runner->launch();

  erased answer;
  into.verify = verify(what, *runner, into, answer);
  into.answers = what.family->observe(shared_.problem, answer);
  if (!into.verify->correct()) {
    return fail(into, status::incorrect,
                fmt::format("{} = {:.6g}, tolerance {:.6g}", into.verify->metric,
                            into.verify->value, into.verify->tolerance));
  }
  trace(what, *runner, into);
  if (options_.save)
    into.saved = save_arrays(*options_.save, what, what.family->arrays(shared_.problem, answer));
  if (!options_.timed) return;

  auto timing = measure(*runner, what.variant->runs_on, options_.measuring);
  into.verify_after = verify(what, *runner, into, answer);
  if (!into.verify_after->correct()) {
    return fail(
        into, status::incorrect,
        fmt::format("after timing: {} = {:.6g}, tolerance {:.6g}", into.verify_after->metric,
                    into.verify_after->value, into.verify_after->tolerance));
  }
  into.timing = std::move(timing);
  if (what.variant->runs_on == processor::gpu)
    into.ceiling_bytes_per_s = options_.ceiling_bytes_per_s;
}

}  // namespace retime
