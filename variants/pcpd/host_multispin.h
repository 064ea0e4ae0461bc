// The multispin program on the host as a variant.
#pragma once

#include <string>

#include "kernels/pcpd/host_lattices.h"
#include "variants/kit/one_call.h"
#include "variants/pcpd/axes.h"

namespace pcpd {

/// On all cores or on one.
inline retime::variant_form<problem> host_multispin(const std::string& id, const std::string& label,
                                                    bool parallel) {
  retime::variant_form<problem> made;
  made.id = id;
  made.paper = {"schram_2012", label};
  made.printed = {{"block", 64}};
  made.base = "cpu_scalar";
  made.runs_on = retime::processor::cpu;
  made.cores = parallel ? retime::host_cores::all : retime::host_cores::one;
  made.axes = {block_axis()};
  made.invalid = [](const retime::point& at) {
    return retime::first_of({invalid_for({}, at), too_many_moves(at, 5e9)});
  };
  made.memory_bytes = [](const retime::point& at) { return memory_bytes({}, at); };
  made.work = work_of;
  made.prepare = [parallel](const problem& problem, const retime::point& tuning) {
    const auto items = static_cast<int>(tuning.integer("block"));
    return retime::call_once<outcome>([&problem, items, parallel](int draw) {
      return run_multispin(problem, items, draw, parallel);
    });
  };
  return made;
}

}  // namespace pcpd
