// The multispin program on the host as a variant.
#pragma once

#include <string>
#include <utility>

#include "kernels/pcpd/host_lattices.h"
#include "variants/kit/one_call.h"
#include "variants/pcpd/axes.h"

namespace pcpd {

/// Completes what is named: its `.cores` say whether lattices run on one core or on all.
inline retime::variant_form<problem> on_host(retime::variant_form<problem> named) {
  const bool parallel = named.cores == retime::host_cores::all;
  named.printed = {{"block", 64}, {"sites", "generator"}};
  named.base = "cpu_scalar";
  named.runs_on = retime::processor::cpu;
  named.axes = {block_axis(), sites_axis()};
  named.invalid = [](const retime::point& point) {
    return retime::first_of({invalid_for({}, point), too_many_moves(point, 5e9)});
  };
  named.memory_bytes = [](const retime::point& point) { return memory_bytes({}, point); };
  named.work = work_of;
  named.prepare = [parallel](const problem& problem, const retime::point& tuning) {
    const multispin_plan plan{.items = static_cast<int>(tuning.integer("block")),
                              .threads = parallel ? 0 : 1,
                              .sites = sites_of(tuning)};
    return retime::call_once<outcome>(
        [&problem, plan](int draw) { return run_multispin(problem, plan, draw); });
  };
  return named;
}

}  // namespace pcpd
