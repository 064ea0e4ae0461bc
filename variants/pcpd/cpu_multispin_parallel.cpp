// The multispin program on the CPU, the lattices on all cores.
#include "variants/pcpd/axes.h"
#include "variants/pcpd/host_runner.h"

namespace pcpd {
namespace {

retime::reason invalid(const retime::point& at) {
  return retime::first_of({invalid_for({.generators = {"lfsr113"}}, at), too_many_moves(at, 5e9)});
}

std::unique_ptr<retime::runner<outcome>> prepare(const problem& problem,
                                                 const retime::point& tuning) {
  const auto items = static_cast<int>(tuning.integer("block"));
  return std::make_unique<host_runner>(
      [&problem, items](int draw) { return run_multispin(problem, items, draw, true); });
}

}  // namespace

REGISTER_VARIANT(problem, {.id = "cpu_multispin_parallel",
                           .paper = {"schram_2012", "CPU, multispin, all cores"},
                           .printed = {{"block", 64}},
                           .base = "cpu_scalar",
                           .runs_on = retime::processor::cpu,
                           .axes = {block_axis()},
                           .invalid = invalid,
                           .memory_bytes = memory_bytes,
                           .work = work_of,
                           .prepare = prepare});

}  // namespace pcpd
