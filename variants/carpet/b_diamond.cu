// Variant B: threads for the diamond that the walker can have reached.
#include "kernels/carpet/b_diamond.cuh"
#include "variants/carpet/common.h"
#include "variants/carpet/step_runner.cuh"

namespace {

std::optional<std::string> invalid(const retime::point& at) {
  if (at.integer("steps") <= 20000) return std::nullopt;
  return "steps=" + std::to_string(at.integer("steps")) +
         " exceeds 20000, what the 32-bit numbering holds";
}

}  // namespace

REGISTER_VARIANT(carpet::problem, {.id = "b_diamond",
                                   .paper = {"hoffmann_2010", "Variant B"},
                                   .base = "a_dense",
                                   .axes = carpet::tile_axes(),
                                   .invalid = invalid,
                                   .memory_bytes = carpet::dense_memory_bytes,
                                   .work = carpet::diamond_work,
                                   .prepare = carpet::prepare_tiles<carpet::b_diamond_walk>});
