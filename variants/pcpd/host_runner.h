// The multispin program on the host as a variant.
#pragma once

#include <string>
#include <utility>

#include "kernels/pcpd/host_lattices.h"
#include "variants/kit/one_call.h"
#include "variants/pcpd/axes.h"

namespace pcpd {

/// Completes what is named: its `.cores` say whether lattices run on one core or on several; then
/// the axis `threads` says on how many, 0 on all.
inline retime::variant_form<problem> on_host(retime::variant_form<problem> named) {
  const bool parallel = named.cores == retime::host_cores::all;
  named.printed = {{"block", 64}, {"sites", "generator"}};
  named.base = "cpu_scalar";
  named.runs_on = retime::processor::cpu;
  named.axes = {block_axis(), sites_axis()};
  if (parallel) named.axes.push_back({.name = "threads", .values = {0}, .default_value = 0});
  named.invalid = [parallel](const retime::point& point) {
    return retime::first_of(
        {invalid_for({}, point), too_many_moves(point, 5e9),
         parallel ? retime::outside(point, "threads", {0, 1024}) : std::nullopt});
  };
  named.memory_bytes = [](const retime::point& point) { return memory_bytes({}, point); };
  named.work = work_of;
  named.prepare = [parallel](const problem& problem, const retime::point& tuning) {
    multispin_plan plan{.items = static_cast<int>(tuning.integer("block")),
                        .sites = sites_of(tuning)};
    if (parallel) plan.threads = static_cast<int>(tuning.integer("threads"));
    return retime::call_once<outcome>(
        [&problem, plan](int draw) { return run_multispin(problem, plan, draw); });
  };
  return named;
}

}  // namespace pcpd
