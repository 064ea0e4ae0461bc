// Variant C: a list of the accessible sites with the indices of their neighbours.
#include "kernels/carpet/c_compact.cuh"
#include "variants/carpet/common.h"
#include "variants/carpet/step_runner.cuh"

namespace {

carpet::carpet_runner prepare(const carpet::problem& of, const retime::point& at) {
  const int rings = static_cast<int>(at.integer("rings"));
  const bool streamed = at.text("indices") == "streamed";
  switch (at.integer("sites_per_thread")) {
    case 1:
      return carpet::prepare_walk<carpet::c_compact_walk, 1>(of, at, rings, streamed);
    case 2:
      return carpet::prepare_walk<carpet::c_compact_walk, 2>(of, at, rings, streamed);
    default:
      return carpet::prepare_walk<carpet::c_compact_walk, 4>(of, at, rings, streamed);
  }
}

}  // namespace

REGISTER_VARIANT(carpet::problem, {.id = "c_compact",
                                   .paper = {"hoffmann_2010", "Variant C"},
                                   .printed = carpet::printed_list(),
                                   .base = "a_dense",
                                   .axes = carpet::list_axes(),
                                   .invalid = carpet::invalid_list,
                                   .memory_bytes = carpet::list_memory_bytes,
                                   .work = carpet::list_work,
                                   .prepare = prepare});
