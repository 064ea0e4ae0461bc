// Variant C: a list of the accessible sites with the indices of their neighbours.
#include "kernels/carpet/c_compact.cuh"
#include "variants/carpet/runner.cuh"

namespace carpet::c_compact_variant {

runner prepare(const problem& problem, const retime::point& tuning) {
  const int rings = static_cast<int>(tuning.integer("rings"));
  const bool streamed = tuning.text("indices") == "streamed";
  return sites_of_list.dispatch(tuning, [&]<int Sites>() {
    return prepare_walk<c_compact_walk, Sites>(problem, tuning, rings, streamed);
  });
}

REGISTER_VARIANT(problem, {.id = "c_compact",
                           .paper = {"hoffmann_2010", "Variant C"},
                           .printed = printed_list(),
                           .base = "a_dense",
                           .axes = list_axes(),
                           .invalid = invalid_list,
                           .memory_bytes = list_memory_bytes,
                           .work = list_work,
                           .prepare = prepare});

}  // namespace carpet::c_compact_variant
