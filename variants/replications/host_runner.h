// The plain loop on the host as a variant.
#pragma once

#include <utility>

#include "variants/kit/one_call.h"
#include "variants/replications/axes.h"

namespace replications {

/// Completes what is named: its `.cores` say whether the loop runs on one core or on all.
inline retime::variant_form<problem> on_host(retime::variant_form<problem> named,
                                             double most_words) {
  const bool parallel = named.cores == retime::host_cores::all;
  named.runs_on = retime::processor::cpu;
  named.invalid = [most_words](const retime::point& point) {
    return too_many_words(point, most_words);
  };
  named.memory_bytes = memory_bytes;
  named.work = work_of;
  named.prepare = [parallel](const problem& problem, const retime::point&) {
    return retime::call_once<outcome>([&problem, parallel](int) {
      const auto numbers = replication_numbers(problem.replications);
      return model_of(problem).run_on_host(problem, numbers, parallel);
    });
  };
  return named;
}

}  // namespace replications
